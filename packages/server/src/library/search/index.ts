export {
  type Lookup,
  type SearchableVideo,
  searchDocument,
  searchQuery,
  type TitleQuery,
  tagWords,
  titleQuery,
} from './document.ts';
export {
  fitOf,
  insertSearchRow,
  insertSearchRows,
  insertStaleRows,
  upsertSearchRow,
} from './queries.ts';
export {
  COUNT_CAP,
  refreshSearchRanks,
  remakeDocuments,
  remakeStaleDocuments,
  searchVideos,
} from './search.ts';
export { foundAll, hotAndCold, isLong } from './tier-queries.ts';
