import { defineJob } from '../../kernel/jobs/define.ts';

export const caseKeysJob = defineJob<Record<never, never>>({
  name: 'case-keys',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '17 * * * *',
  keyOf: () => 'case-keys',
  atStart: true,
});
