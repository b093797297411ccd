import { defineJob, defineRoutine } from '../../kernel/jobs/define.ts';

/** Continues an act on many videos. */
export const bulkActJob = defineJob<{ bulkActId: number }>({
  name: 'bulk-act',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: ({ bulkActId }) => String(bulkActId),
});

/** Folds the counts of videos, queues acts again whose jobs were lost, and deletes old ones. */
export const tendCatalogueJob = defineRoutine({
  name: 'tend-catalogue',
  expireSeconds: 3600,
  cron: '* * * * *',
});
