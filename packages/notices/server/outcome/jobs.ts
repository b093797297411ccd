import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const caseClocksJob = defineRoutine({
  name: 'case-clocks',
  does: 'warns of case deadlines and acts when they expire',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});

export const caseCopiesJob = defineJob<{ caseId: string; act: 'take_off' | 'release'; by: string | null }>({
  name: 'case-copies',
  does: "hides or restores more copies of a case's videos",
  expireSeconds: 3600,
  keyOf: ({ caseId, act }) => `${act} ${caseId}`,
});

export const countCasesJob = defineRoutine({
  name: 'count-cases',
  does: 'counts cases for the public report',
  cron: '7 * * * *',
  atStart: true,
});
