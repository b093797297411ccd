import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const tendBlockListJob = defineRoutine({
  name: 'tend-block-list',
  does: 'removes expired block list entries, and those that imported lists no longer name',
  expireSeconds: 3600,
  cron: '*/10 * * * *',
});
