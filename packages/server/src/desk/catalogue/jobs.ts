import { defineJob } from '../../kernel/jobs/define.ts';

/** Goes on with an act on many videos. */
export const bulkActJob = defineJob<{ bulkActId: number }>({
  name: 'bulk-act',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: ({ bulkActId }) => String(bulkActId),
});

/** Folds the counts of the videos, puts acts that lost their jobs into the queue again, and forgets old ones. */
export const tendCatalogueJob = defineJob<Record<never, never>>({
  name: 'tend-catalogue',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '* * * * *',
  keyOf: () => 'tend-catalogue',
});
