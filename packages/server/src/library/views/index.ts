export { forgetVisitorsJob } from './jobs.ts';
export { createViewCounter, forgetVisitors, type ViewCounter, type ViewDeps } from './views.ts';
