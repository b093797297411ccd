import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const bulkActJob = defineJob<{ bulkActId: number }>({
  name: 'bulk-act',
  does: 'runs a bulk change of videos',
  expireSeconds: 6 * 3600,
  keyOf: ({ bulkActId }) => String(bulkActId),
});

export const tendCatalogueJob = defineRoutine({
  name: 'tend-catalogue',
  does: 'folds counts of videos, requeues bulk changes whose job was lost, deletes old ones',
  expireSeconds: 3600,
  cron: '* * * * *',
});
