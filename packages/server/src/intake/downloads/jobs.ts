import { defineJob } from '../../kernel/jobs/define.ts';

/** Forgets what was cleared from the queue and can be put back no more. */
export const forgetClearingsJob = defineJob<Record<never, never>>({
  name: 'forget-clearings',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/10 * * * *',
  keyOf: () => 'forget',
});
