import { defineJob } from '../../kernel/jobs/define.ts';

/** Counts the cases for the public report. */
export const countCasesJob = defineJob<Record<never, never>>({
  name: 'count-cases',
  concurrency: 1,
  expireSeconds: 600,
  cron: '7 * * * *',
  keyOf: () => 'count-cases',
  atStart: true,
});
