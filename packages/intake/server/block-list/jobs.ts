import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Removes what imported lists no longer name, the entries of removed lists, and entries whose end has come. */
export const tendBlockListJob = defineRoutine({
  name: 'tend-block-list',
  expireSeconds: 3600,
  cron: '*/10 * * * *',
});
