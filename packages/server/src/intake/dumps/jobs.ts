import { defineJob } from '../../kernel/jobs/define.ts';

const HOUR = 3600;

/** Handled by the pipeline. */
export const dumpJob = defineJob<{ runId: string }>({
  name: 'dump',
  concurrency: 1,
  expireSeconds: 12 * HOUR,
  keyOf: ({ runId }) => runId,
});

export const undoDeletionsJob = defineJob<{ runId: string }>({
  name: 'undo-deletions',
  concurrency: 1,
  expireSeconds: 12 * HOUR,
  keyOf: ({ runId }) => runId,
});

/** Starts due readings, and requeues those whose job was lost. */
export const dueDumpsJob = defineJob<Record<never, never>>({
  name: 'due-dumps',
  concurrency: 1,
  expireSeconds: 600,
  cron: '25 * * * *',
  keyOf: () => 'due-dumps',
  atStart: true,
});
