import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const deleteClearedJob = defineRoutine({
  name: 'delete-cleared',
  does: 'deletes videos of a cleared library',
  expireSeconds: 6 * 3600,
});
