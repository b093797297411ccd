import { defineJob } from '../../kernel/jobs/define.ts';

/** Throws away visitors' marks that no longer matter and the salts of past days. */
export const forgetVisitorsJob = defineJob<Record<never, never>>({
  name: 'forget-visitors',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/20 * * * *',
  keyOf: () => 'forget-visitors',
});
