import { defineJob } from '../../kernel/jobs/define.ts';

/** Deletes the marks of past days and old searches. */
export const forgetSearchesJob = defineJob<Record<never, never>>({
  name: 'forget-searches',
  concurrency: 1,
  expireSeconds: 600,
  cron: '*/20 * * * *',
  keyOf: () => 'forget-searches',
  atStart: true,
});

/** Renews what is suggested while typing once videos have come or gone, and each half hour with what searches find. */
export const suggestionsJob = defineJob<Record<never, never>>({
  name: 'suggestions',
  concurrency: 1,
  expireSeconds: 1800,
  cron: '* * * * *',
  keyOf: () => 'suggestions',
  atStart: true,
});
