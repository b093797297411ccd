export { giveNotices, moveNotices } from './queries.ts';
export { countWaitingNotices } from './request-queries.ts';
export { takedownRoutes } from './routes.ts';
export { createTakedowns } from './takedowns.ts';
