import { defineJob } from '../../kernel/jobs/define.ts';

/** Removes stale entries of imports, entries of removed lists, and expired entries. */
export const tendBlockListJob = defineJob<Record<never, never>>({
  name: 'tend-block-list',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '*/10 * * * *',
  keyOf: () => 'tend-block-list',
});
