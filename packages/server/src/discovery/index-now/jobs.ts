import { defineJob } from '../../kernel/jobs/define.ts';

/** Notes the pages of categories and keywords that engines are to be told of. */
export const noteListsJob = defineJob<Record<never, never>>({
  name: 'index-now-lists',
  concurrency: 1,
  expireSeconds: 300,
  cron: '*/5 * * * *',
  keyOf: () => 'index-now-lists',
  atStart: true,
});

/** Tells engines of the noted pages. */
export const tellEnginesJob = defineJob<Record<never, never>>({
  name: 'index-now',
  concurrency: 1,
  expireSeconds: 600,
  cron: '* * * * *',
  keyOf: () => 'index-now',
  atStart: true,
});
