import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Folds counts into hours and days, samples queue and storage, and deletes old hours. */
export const keepStatisticsJob = defineRoutine({
  name: 'keep-statistics',
  cron: '*/5 * * * *',
  atStart: true,
});
