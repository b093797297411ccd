export { moveNotices } from './queries.ts';
export { takedownRoutes } from './routes.ts';
export { createTakedowns } from './takedowns.ts';
