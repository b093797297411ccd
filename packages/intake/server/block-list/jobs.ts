import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const tendBlockListJob = defineRoutine({
  name: 'tend-block-list',
  does: 'removes block list entries that have expired or are no longer on an imported list',
  expireSeconds: 3600,
  cron: '*/10 * * * *',
});
