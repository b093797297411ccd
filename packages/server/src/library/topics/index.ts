export { moveTopicsJob } from './jobs.ts';
export { moveTopics } from './moves.ts';
export { resetCategoryCounts } from './queries.ts';
export { topicRoutes } from './routes.ts';
export { decideTopics } from './rules.ts';
