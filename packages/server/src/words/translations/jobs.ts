import { defineJob } from '../../kernel/jobs/define.ts';

/** Carries a batch on to its end. */
export const translationRunJob = defineJob<{ runId: string }>({
  name: 'translation-run',
  concurrency: 1,
  expireSeconds: 24 * 3600,
  keyOf: ({ runId }) => runId,
});

/** Sums up the counts of translations. */
export const translationTotalsJob = defineJob<Record<never, never>>({
  name: 'translation-totals',
  concurrency: 1,
  expireSeconds: 300,
  cron: '* * * * *',
  keyOf: () => 'translation-totals',
});
