import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

const HOUR = 3600;

/** Reads a dump or deletion list; its handler is the pipeline's. */
export const dumpJob = defineJob<{ runId: string }>({
  name: 'dump',
  expireSeconds: 12 * HOUR,
  keyOf: ({ runId }) => runId,
});

/** Shows again what one reading of a deletion list has hidden. */
export const undoDeletionsJob = defineJob<{ runId: string }>({
  name: 'undo-deletions',
  expireSeconds: 12 * HOUR,
  keyOf: ({ runId }) => runId,
});

/** Reads the dumps and deletion lists that are due, and queues readings again whose job was lost. */
export const dueDumpsJob = defineRoutine({
  name: 'due-dumps',
  cron: '25 * * * *',
  atStart: true,
});
