import { defineJob } from '../../kernel/jobs/define.ts';

/** Folds pairs of watched videos, and deletes expired marks and salts. */
export const forgetVisitorsJob = defineJob<Record<never, never>>({
  name: 'forget-visitors',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/20 * * * *',
  keyOf: () => 'forget-visitors',
});
