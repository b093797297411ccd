import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const caseClocksJob = defineRoutine({
  name: 'case-clocks',
  does: 'raises deadlines of cases and acts when they end',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});

export const caseCopiesJob = defineJob<{ caseId: string; act: 'take_off' | 'release'; by: string | null }>({
  name: 'case-copies',
  does: 'hides or shows more copies of what a case names',
  expireSeconds: 3600,
  keyOf: ({ caseId, act }) => `${act} ${caseId}`,
});

export const countCasesJob = defineRoutine({
  name: 'count-cases',
  does: 'counts cases for the public report',
  cron: '7 * * * *',
  atStart: true,
});
