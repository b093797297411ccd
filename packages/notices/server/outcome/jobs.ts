import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const caseClocksJob = defineRoutine({
  name: 'case-clocks',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});

/** Continues with copies beyond the first batch. */
export const caseCopiesJob = defineJob<{ caseId: string; act: 'take_off' | 'release'; by: string | null }>({
  name: 'case-copies',
  expireSeconds: 3600,
  keyOf: ({ caseId, act }) => `${act} ${caseId}`,
});

export const countCasesJob = defineRoutine({
  name: 'count-cases',
  cron: '7 * * * *',
  atStart: true,
});
