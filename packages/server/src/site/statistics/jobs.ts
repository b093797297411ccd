import { defineJob } from '../../kernel/jobs/define.ts';

/** Folds counts into hours and days, samples queue and storage, and deletes old hours. */
export const keepStatisticsJob = defineJob<Record<never, never>>({
  name: 'keep-statistics',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/5 * * * *',
  keyOf: () => 'keep-statistics',
  atStart: true,
});
