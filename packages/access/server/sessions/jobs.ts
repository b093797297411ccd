import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const forgetSessionsJob = defineRoutine({
  name: 'forget-sessions',
  does: 'deletes ended sessions and old sign-in attempts',
  expireSeconds: 300,
  cron: '*/20 * * * *',
});
