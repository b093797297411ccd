import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const noteListsJob = defineRoutine({
  name: 'index-now-lists',
  does: 'finds changed lists for IndexNow',
  expireSeconds: 300,
  cron: '*/5 * * * *',
  atStart: true,
});

export const tellEnginesJob = defineRoutine({
  name: 'index-now',
  does: 'notifies IndexNow',
  cron: '* * * * *',
  atStart: true,
});
