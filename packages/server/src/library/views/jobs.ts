import { defineRoutine } from '../../kernel/jobs/define.ts';

/** Folds pairs of watched videos, and deletes expired marks and salts. */
export const forgetVisitorsJob = defineJob<Record<never, never>>({
  name: 'forget-visitors',
  expireSeconds: 600,
  cron: '*/20 * * * *',
});
