import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Deletes the marks of past days and old searches. */
export const forgetSearchesJob = defineRoutine({
  name: 'forget-searches',
  cron: '*/20 * * * *',
  atStart: true,
});

/** Renews what is suggested while typing once videos have come or gone, and each half hour with what searches find. */
export const suggestionsJob = defineRoutine({
  name: 'suggestions',
  expireSeconds: 1800,
  cron: '* * * * *',
  atStart: true,
});
