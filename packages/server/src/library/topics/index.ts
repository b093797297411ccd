export { resetCategoryCounts } from './queries.ts';
export { topicRoutes } from './routes.ts';
export { decideTopics } from './rules.ts';
