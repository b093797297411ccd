export { createKeywordViewCounter } from './keywords.ts';
export { moveKeywordLinks } from './queries.ts';
export { keywordRoutes } from './routes.ts';
