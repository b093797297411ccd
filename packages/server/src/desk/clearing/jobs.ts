import { defineRoutine } from '../../kernel/jobs/define.ts';

/** Deletes the rows of cleared videos. */
export const deleteClearedJob = defineRoutine({
  name: 'delete-cleared',
  expireSeconds: 6 * 3600,
});
