import { defineJob } from '../../kernel/jobs/define.ts';

/** Notes what needs a person, and tells it. */
export const tendAlertsJob = defineJob<Record<never, never>>({
  name: 'tend-alerts',
  concurrency: 1,
  expireSeconds: 300,
  cron: '* * * * *',
  keyOf: () => 'tend-alerts',
  atStart: true,
});
