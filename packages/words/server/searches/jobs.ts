import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const forgetSearchesJob = defineRoutine({
  name: 'forget-searches',
  does: 'deletes searches after 90 days, and marks of past days',
  cron: '*/20 * * * *',
  atStart: true,
});

export const suggestionsJob = defineRoutine({
  name: 'suggestions',
  does: 'renews suggestions once videos have come or gone, and each half hour',
  expireSeconds: 1800,
  cron: '* * * * *',
  atStart: true,
});
