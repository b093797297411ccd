export { type ChangedVideo, noteVideos } from './note-pages.ts';
