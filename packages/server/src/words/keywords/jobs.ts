import { defineJob } from '../../kernel/jobs/define.ts';

/** Looks at the keywords whose links have changed. */
export const keywordStandingsJob = defineJob<Record<never, never>>({
  name: 'keyword-standings',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '* * * * *',
  keyOf: () => 'keyword-standings',
  atStart: true,
});

/** Has all keywords looked at again. */
export const allKeywordsJob = defineJob<Record<never, never>>({
  name: 'all-keyword-standings',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '40 4 * * *',
  keyOf: () => 'all-keyword-standings',
});
