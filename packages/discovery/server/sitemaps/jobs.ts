import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Counts the sitemaps' changes, and begins a new one when the newest is full. */
export const keepSitemapsJob = defineRoutine({
  name: 'keep-sitemaps',
  cron: '* * * * *',
  atStart: true,
});
