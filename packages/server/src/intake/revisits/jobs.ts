import { defineJob } from '../../kernel/jobs/define.ts';

/** Handled by the pipeline. */
export const revisitJob = defineJob<Record<never, never>>({
  name: 'revisit',
  concurrency: 1,
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  keyOf: () => 'revisit',
  atStart: true,
});
