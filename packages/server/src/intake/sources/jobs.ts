import { defineJob } from '../../kernel/jobs/define.ts';

/** Stops sources without a valid basis, and shows videos that have one again. */
export const sourceBasisJob = defineJob<Record<never, never>>({
  name: 'source-basis',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  cron: '*/5 * * * *',
  keyOf: () => 'source-basis',
  atStart: true,
});
