export { keepStatisticsJob } from './jobs.ts';
export { statisticsRoutes } from './routes.ts';
export { keepStatistics } from './statistics.ts';
