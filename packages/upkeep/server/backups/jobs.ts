import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const tendBackupsJob = defineRoutine({
  name: 'tend-backups',
  does: 'makes, verifies and removes backups at `BACKUP_TIME`',
  // The queue's maximum. Files copied by then are kept for the next backup.
  expireSeconds: 24 * 3600,
});
