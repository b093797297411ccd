import { defineJob, defineRoutine } from '../../kernel/jobs/define.ts';

/** Lets the clocks of cases that have run out do what they are for, and raises alarms. */
export const caseClocksJob = defineRoutine({
  name: 'case-clocks',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});

/** Goes on with the copies of a case's videos where there are more than are looked through at once. */
export const caseCopiesJob = defineJob<{ caseId: string; act: 'take_off' | 'release'; by: string | null }>({
  name: 'case-copies',
  concurrency: 1,
  expireSeconds: 3600,
  keyOf: ({ caseId, act }) => `${act} ${caseId}`,
});

/** Counts the cases for the public report. */
export const countCasesJob = defineRoutine({
  name: 'count-cases',
  expireSeconds: 600,
  cron: '7 * * * *',
  atStart: true,
});
