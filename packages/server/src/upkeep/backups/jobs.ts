import { defineJob } from '../../kernel/jobs/define.ts';

/** Makes a backup, verifies it now and then, and removes old ones. When is a setting. */
export const tendBackupsJob = defineJob<Record<never, never>>({
  name: 'tend-backups',
  concurrency: 1,
  // The most that the queue takes. What is copied then stays for the next one.
  expireSeconds: 24 * 3600,
  keyOf: () => 'tend-backups',
});
