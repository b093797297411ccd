import { defineJob } from '../../kernel/jobs/define.ts';

/** Forgets what was remembered of hosts and files that nobody has asked for in 90 days. */
export const forgetHostsJob = defineJob<Record<never, never>>({
  name: 'forget-hosts',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '40 3 * * *',
  keyOf: () => 'forget',
});
