export { forgetVisitorsJob } from './jobs.ts';
export { createViewCounter, forgetVisitors, type ViewCounter, type ViewTools } from './views.ts';
