export { moveTopicsJob } from './jobs.ts';
export { moveTopics } from './moves.ts';
export { topicRoutes } from './routes.ts';
export { categoryFor, decidedTags, mayMakeCategories, OTHER_CATEGORY } from './rules.ts';
