import { healthCalls } from './health.ts';
import { jobsCalls } from './jobs.ts';
import { mediaJobsCalls } from './media-jobs.ts';

export * from './health.ts';
export * from './jobs.ts';
export * from './media-jobs.ts';

export const upkeepGroups = {
  jobs: jobsCalls,
  health: healthCalls,
  mediaJobs: mediaJobsCalls,
} as const;

/** The addresses of its pages in the back office. */
export const upkeepPages = {
  jobs: '/admin/jobs',
  job: '/admin/jobs/:id',
} as const;
