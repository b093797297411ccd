import { defineJob } from '../../kernel/jobs/define.ts';

/** Looks through the videos after a change of the refused terms, and after the program came with others. */
export const sweepRefusedJob = defineJob<Record<never, never>>({
  name: 'sweep-refused',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  cron: '25 * * * *',
  atStart: true,
  keyOf: () => 'sweep-refused',
});
