export { forgetEventsJob, forgetOldEvents } from './jobs.ts';
export { jobTimelineRoutes } from './routes.ts';
