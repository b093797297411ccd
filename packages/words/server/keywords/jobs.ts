import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const keywordStandingsJob = defineRoutine({
  name: 'keyword-standings',
  does: 'compares changed keyword pages',
  expireSeconds: 3600,
  cron: '* * * * *',
  atStart: true,
});

export const allKeywordsJob = defineRoutine({
  name: 'all-keyword-standings',
  does: 'compares all keyword pages',
  expireSeconds: 3600,
  cron: '40 4 * * *',
});
