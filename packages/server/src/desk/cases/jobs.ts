import { defineJob } from '../../kernel/jobs/define.ts';

/** Lets the clocks of cases that have run out do what they are for, and raises alarms. */
export const caseClocksJob = defineJob<Record<never, never>>({
  name: 'case-clocks',
  concurrency: 1,
  expireSeconds: 300,
  cron: '* * * * *',
  keyOf: () => 'case-clocks',
  atStart: true,
});

/** Forgets what is kept long enough, and replaces the keys of what was erased. */
export const caseKeysJob = defineJob<Record<never, never>>({
  name: 'case-keys',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '17 * * * *',
  keyOf: () => 'case-keys',
  atStart: true,
});

/** Goes on with the copies of a case's videos where there are more than are looked through at once. */
export const caseCopiesJob = defineJob<{ caseId: string; act: 'take_off' | 'release'; by: string | null }>({
  name: 'case-copies',
  concurrency: 1,
  expireSeconds: 3600,
  keyOf: ({ caseId, act }) => `${act} ${caseId}`,
});
