import { defineJob } from '../../kernel/jobs/define.ts';

/** After a change of the blocked terms, or of the seed in a new version. */
export const sweepRefusedJob = defineJob<Record<never, never>>({
  name: 'sweep-refused',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  cron: '25 * * * *',
  atStart: true,
  keyOf: () => 'sweep-refused',
});
