export { createKeywordViewCounter } from './keywords.ts';
export { keywordRoutes } from './routes.ts';
