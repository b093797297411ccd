export { ask, COUNT_CAP, type Found, foundOf } from './asking.ts';
export {
  namedQuery,
  type SearchableVideo,
  type TitleQuery,
  tagWords,
  titleQuery,
  wordingOf,
} from './document.ts';
export { classesOf, DATE_INTERVALS, type Filters, filterCountsOf, type Sort } from './facets.ts';
export { type Lookup, searchQuery } from './lookup.ts';
export { joinedPairs, parseQuery, withoutExcluded } from './parse.ts';
export {
  fitOf,
  idsFrom,
  insertSearchRow,
  insertSearchRows,
  insertStaleRows,
  type Matches,
  matchesOf,
  type PageRow,
  pageOf,
  type Shown,
  upsertSearchRow,
} from './queries.ts';
export { refreshSearchRanks, remakeDocuments, remakeStaleDocuments, searchVideos } from './search.ts';
export { createSynonymDirectory, type SynonymDirectory, type SynonymsOf } from './synonyms.ts';
export { countedUpTo, foundAll, hotAndCold, IS_RARE, isLong } from './tier-queries.ts';
export { fold as searchFold, foldedWords, phrasesOf, UNSPACED } from './tokens.ts';
export type { Meanings } from './widen.ts';
export { isSmallWord, languageCode, languageOf } from './words/language.ts';
