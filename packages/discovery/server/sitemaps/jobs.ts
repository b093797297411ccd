import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const keepSitemapsJob = defineRoutine({
  name: 'keep-sitemaps',
  does: 'updates sitemaps, and begins a new one when the newest is full',
  cron: '* * * * *',
  atStart: true,
});
