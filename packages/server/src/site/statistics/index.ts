export { addToStats } from './queries.ts';
export { statisticsRoutes } from './routes.ts';
export { keepStatistics } from './statistics.ts';
