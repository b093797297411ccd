import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const cleanStorageJob = defineRoutine({
  name: 'clean-storage',
  does: 'removes unused files, expired quarantine, leftovers',
  expireSeconds: 6 * 3600,
  cron: '41 * * * *',
});
