import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const bulkActJob = defineJob<{ bulkActId: number }>({
  name: 'bulk-act',
  expireSeconds: 6 * 3600,
  keyOf: ({ bulkActId }) => String(bulkActId),
});

/** Folds counts, requeues acts whose jobs were lost, deletes old ones. */
export const tendCatalogueJob = defineRoutine({
  name: 'tend-catalogue',
  expireSeconds: 3600,
  cron: '* * * * *',
});
