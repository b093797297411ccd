import { defineJob } from '../../kernel/jobs/define.ts';

/** Looks again at changed pages of videos that are here; its handler is the pipeline's. */
export const revisitJob = defineJob<Record<never, never>>({
  name: 'revisit',
  concurrency: 1,
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  keyOf: () => 'revisit',
  atStart: true,
});
