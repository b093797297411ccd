import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Notes the pages of categories and keywords that engines are to be told of. */
export const noteListsJob = defineRoutine({
  name: 'index-now-lists',
  expireSeconds: 300,
  cron: '*/5 * * * *',
  atStart: true,
});

/** Tells engines of the noted pages. */
export const tellEnginesJob = defineRoutine({
  name: 'index-now',
  cron: '* * * * *',
  atStart: true,
});
