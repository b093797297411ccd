import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Deletes what is stored about hosts and files not requested in 90 days. */
export const forgetHostsJob = defineRoutine({
  name: 'forget-hosts',
  expireSeconds: 3600,
  cron: '40 3 * * *',
});
