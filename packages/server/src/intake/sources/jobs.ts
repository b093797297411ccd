import { defineJob } from '../../kernel/jobs/define.ts';

export const sourceBasisJob = defineJob<Record<never, never>>({
  name: 'source-basis',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  cron: '*/5 * * * *',
  keyOf: () => 'source-basis',
  atStart: true,
});
