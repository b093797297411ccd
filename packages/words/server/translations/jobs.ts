import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const translationRunJob = defineJob<{ runId: string }>({
  name: 'translation-run',
  expireSeconds: 24 * 3600,
  keyOf: ({ runId }) => runId,
});

/** Folds the counts of translations. */
export const translationTotalsJob = defineRoutine({
  name: 'translation-totals',
  expireSeconds: 300,
  cron: '* * * * *',
});
