import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const deleteClearedJob = defineRoutine({
  name: 'delete-cleared',
  expireSeconds: 6 * 3600,
});
