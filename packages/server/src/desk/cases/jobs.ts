import { defineJob } from '../../kernel/jobs/define.ts';

/** Forgets what is kept long enough, and replaces the keys of what was erased. */
export const caseKeysJob = defineJob<Record<never, never>>({
  name: 'case-keys',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '17 * * * *',
  keyOf: () => 'case-keys',
  atStart: true,
});
