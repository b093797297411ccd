export { moveKeywordLinks } from './queries.ts';
export { indexableKeyword } from './standing-queries.ts';
