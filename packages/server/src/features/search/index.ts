export { type SearchableVideo, searchDocument } from './document.ts';
export { upsertSearchRow } from './queries.ts';
export { refreshSearchRanks, searchVideos } from './search.ts';
