import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Forgets what happened to jobs more than 90 days ago. */
export const forgetEventsJob = defineRoutine({
  name: 'forget-job-events',
  expireSeconds: 3600,
  cron: '20 3 * * *',
});
