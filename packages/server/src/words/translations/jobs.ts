import { defineJob } from '../../kernel/jobs/define.ts';

/** Works on a batch until it ends. */
export const translationRunJob = defineJob<{ runId: string }>({
  name: 'translation-run',
  concurrency: 1,
  expireSeconds: 24 * 3600,
  keyOf: ({ runId }) => runId,
});

/** Folds the counts of translations. */
export const translationTotalsJob = defineJob<Record<never, never>>({
  name: 'translation-totals',
  concurrency: 1,
  expireSeconds: 300,
  cron: '* * * * *',
  keyOf: () => 'translation-totals',
});
