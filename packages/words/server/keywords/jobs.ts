import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Looks at the keywords whose links have changed. */
export const keywordStandingsJob = defineRoutine({
  name: 'keyword-standings',
  expireSeconds: 3600,
  cron: '* * * * *',
  atStart: true,
});

/** Has all keywords looked at again. */
export const allKeywordsJob = defineRoutine({
  name: 'all-keyword-standings',
  expireSeconds: 3600,
  cron: '40 4 * * *',
});
