import { defineJob } from '../../kernel/jobs/define.ts';

/** Deletes administrators' ended sessions, and old sign-in tries. */
export const forgetSessionsJob = defineJob<Record<never, never>>({
  name: 'forget-sessions',
  concurrency: 1,
  expireSeconds: 300,
  cron: '*/20 * * * *',
  keyOf: () => 'forget-sessions',
});
