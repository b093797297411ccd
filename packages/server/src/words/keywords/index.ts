export { moveKeywordLinks } from './queries.ts';
