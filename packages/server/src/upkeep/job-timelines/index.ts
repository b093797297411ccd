export { jobTimelineRoutes } from './routes.ts';
