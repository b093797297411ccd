import { defineJob } from '../../kernel/jobs/define.ts';

/** Keeps the pairs of videos that many watched, and deletes visitors' expired marks and the salts of past days. */
export const forgetVisitorsJob = defineJob<Record<never, never>>({
  name: 'forget-visitors',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/20 * * * *',
  keyOf: () => 'forget-visitors',
});
