import { defineJob } from '../../kernel/jobs/define.ts';

/** Counts the sitemaps' changes, and begins a new one when the newest is full. */
export const keepSitemapsJob = defineJob<Record<never, never>>({
  name: 'keep-sitemaps',
  concurrency: 1,
  expireSeconds: 600,
  cron: '* * * * *',
  keyOf: () => 'keep-sitemaps',
  atStart: true,
});
