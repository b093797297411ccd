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

/** Counts what searches find, and renews what is suggested while typing. */
export const suggestionsJob = defineJob<Record<never, never>>({
  name: 'suggestions',
  concurrency: 1,
  expireSeconds: 1800,
  cron: '5,35 * * * *',
  keyOf: () => 'suggestions',
  atStart: true,
});
