export { parseEndpoints } from './endpoints.ts';
export { type ChangedVideo, noteVideos } from './note-pages.ts';
