import { defineJob } from '../../kernel/jobs/define.ts';

export const forgetClearingsJob = defineJob<Record<never, never>>({
  name: 'forget-clearings',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/10 * * * *',
  keyOf: () => 'forget',
});
