export { type SearchableVideo, searchDocument, searchQuery } from './document.ts';
export { fitOf, foundAll, hotAndCold, upsertSearchRow } from './queries.ts';
export { COUNT_CAP, refreshSearchRanks, searchVideos } from './search.ts';
