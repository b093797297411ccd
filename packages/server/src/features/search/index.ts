export { type SearchableVideo, searchDocument, searchQuery } from './document.ts';
export { searchDocumentsJob } from './jobs.ts';
export { fitOf, foundAll, hotAndCold, upsertSearchRow } from './queries.ts';
export { COUNT_CAP, refreshSearchRanks, remakeStaleDocuments, searchVideos } from './search.ts';
