import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const translationRunJob = defineJob<{ runId: string }>({
  name: 'translation-run',
  does: 'translates videos',
  expireSeconds: 24 * 3600,
  keyOf: ({ runId }) => runId,
});

export const translationTotalsJob = defineRoutine({
  name: 'translation-totals',
  does: 'counts translations',
  expireSeconds: 300,
  cron: '* * * * *',
});
