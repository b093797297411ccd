import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Makes a backup, verifies it now and then, and removes old ones. When is a setting. */
export const tendBackupsJob = defineRoutine({
  name: 'tend-backups',
  // The most that the queue takes. What is copied then stays for the next one.
  expireSeconds: 24 * 3600,
});
