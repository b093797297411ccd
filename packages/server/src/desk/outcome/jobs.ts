import { defineJob } from '../../kernel/jobs/define.ts';

export const caseClocksJob = defineJob<Record<never, never>>({
  name: 'case-clocks',
  concurrency: 1,
  expireSeconds: 300,
  cron: '* * * * *',
  keyOf: () => 'case-clocks',
  atStart: true,
});

/** Continues with copies beyond the first batch. */
export const caseCopiesJob = defineJob<{ caseId: string; act: 'take_off' | 'release'; by: string | null }>({
  name: 'case-copies',
  concurrency: 1,
  expireSeconds: 3600,
  keyOf: ({ caseId, act }) => `${act} ${caseId}`,
});

export const countCasesJob = defineJob<Record<never, never>>({
  name: 'count-cases',
  concurrency: 1,
  expireSeconds: 600,
  cron: '7 * * * *',
  keyOf: () => 'count-cases',
  atStart: true,
});
