import { defineJob } from '../../kernel/jobs/define.ts';

export const forgetHostsJob = defineJob<Record<never, never>>({
  name: 'forget-hosts',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '40 3 * * *',
  keyOf: () => 'forget',
});
