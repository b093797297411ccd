import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const forgetSearchesJob = defineRoutine({
  name: 'forget-searches',
  does: 'deletes searches after 90 days, and network marks of past days',
  cron: '*/20 * * * *',
  atStart: true,
});

export const suggestionsJob = defineRoutine({
  name: 'suggestions',
  does: 'updates suggestions when videos are added or removed, and every half hour',
  expireSeconds: 1800,
  cron: '* * * * *',
  atStart: true,
});
