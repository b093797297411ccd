import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Deletes administrators' ended sessions, and old sign-in tries. */
export const forgetSessionsJob = defineRoutine({
  name: 'forget-sessions',
  expireSeconds: 300,
  cron: '*/20 * * * *',
});
