import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const tendBackupsJob = defineRoutine({
  name: 'tend-backups',
  does: 'makes, verifies and removes backups at `BACKUP_TIME`',
  // The most that the queue takes. What is copied then stays for the next one.
  expireSeconds: 24 * 3600,
});
