import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const forgetEventsJob = defineRoutine({
  name: 'forget-job-events',
  does: 'deletes events of jobs after 90 days',
  expireSeconds: 3600,
  cron: '20 3 * * *',
});
