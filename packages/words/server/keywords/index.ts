export { listKeywordVideos } from './keywords.ts';
export { moveKeywordLinks, selectIsGoneKeyword as isGoneKeyword } from './queries.ts';
export { indexableKeyword } from './standing-queries.ts';
export { sweepKeywords } from './sweep-keywords.ts';
