import { defineJob } from '../../kernel/jobs/define.ts';

/** Removes what imported lists no longer name, the entries of removed lists, and entries whose end has come. */
export const tendBlockListJob = defineJob<Record<never, never>>({
  name: 'tend-block-list',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '*/10 * * * *',
  keyOf: () => 'tend-block-list',
});
