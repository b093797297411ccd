import { defineJob } from '../../kernel/jobs/define.ts';

/** Deletes administrators' sessions that have ended, and old tries to sign in. */
export const forgetSessionsJob = defineJob<Record<never, never>>({
  name: 'forget-sessions',
  concurrency: 1,
  expireSeconds: 300,
  cron: '*/20 * * * *',
  keyOf: () => 'forget-sessions',
});
