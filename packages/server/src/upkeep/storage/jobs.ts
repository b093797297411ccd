import { defineJob } from '../../kernel/jobs/define.ts';

/** Removes unnamed files, and what finished downloads left behind. */
export const cleanStorageJob = defineJob<Record<never, never>>({
  name: 'clean-storage',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  cron: '41 * * * *',
  keyOf: () => 'clean-storage',
});
