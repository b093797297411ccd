import { defineJob } from '../../kernel/jobs/define.ts';

/** Forgets what happened to jobs more than 90 days ago. */
export const forgetEventsJob = defineJob<Record<never, never>>({
  name: 'forget-job-events',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '20 3 * * *',
  keyOf: () => 'forget',
});
