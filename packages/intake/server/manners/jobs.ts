import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const forgetHostsJob = defineRoutine({
  name: 'forget-hosts',
  does: 'deletes what is stored about hosts and files not requested in 90 days',
  expireSeconds: 3600,
  cron: '40 3 * * *',
});
