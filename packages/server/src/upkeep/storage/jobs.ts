import { defineJob } from '../../kernel/jobs/define.ts';

/** Removes files that nothing names, and what was left of downloads that are over. */
export const cleanStorageJob = defineJob<Record<never, never>>({
  name: 'clean-storage',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  cron: '41 * * * *',
  keyOf: () => 'clean-storage',
});
