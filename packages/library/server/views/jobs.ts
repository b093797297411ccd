import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Keeps the pairs of videos that many watched, and deletes visitors' expired marks and the salts of past days. */
export const forgetVisitorsJob = defineRoutine({
  name: 'forget-visitors',
  cron: '*/20 * * * *',
});
