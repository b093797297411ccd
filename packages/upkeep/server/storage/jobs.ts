import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Removes unnamed files, and what finished downloads left behind. */
export const cleanStorageJob = defineRoutine({
  name: 'clean-storage',
  expireSeconds: 6 * 3600,
  cron: '41 * * * *',
});
