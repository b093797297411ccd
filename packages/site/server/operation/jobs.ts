import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const tendAlertsJob = defineRoutine({
  name: 'tend-alerts',
  does: 'finds conditions, sends alerts',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});
