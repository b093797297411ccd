export { moveKeywordLinks, selectIsGoneKeyword as isGoneKeyword } from './queries.ts';
