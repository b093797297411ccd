import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const dumpJob = defineJob<{ runId: string }>({
  name: 'dump',
  does: 'reads a dump or deletion list',
  expireSeconds: 12 * 3600,
  keyOf: ({ runId }) => runId,
});

export const undoDeletionsJob = defineJob<{ runId: string }>({
  name: 'undo-deletions',
  does: 'shows again what one reading of a deletion list has hidden',
  expireSeconds: 12 * 3600,
  keyOf: ({ runId }) => runId,
});

export const dueDumpsJob = defineRoutine({
  name: 'due-dumps',
  does: 'reads due dumps and deletion lists, requeues readings whose job was lost',
  cron: '25 * * * *',
  atStart: true,
});
