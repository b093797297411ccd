import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Notes what needs a person, and tells it. */
export const tendAlertsJob = defineRoutine({
  name: 'tend-alerts',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});
