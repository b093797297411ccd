import { defineJob } from '../../kernel/jobs/define.ts';

/** Tells operators what notices have come in. */
export const caseDigestJob = defineJob<Record<never, never>>({
  name: 'case-digest',
  concurrency: 1,
  expireSeconds: 60,
  cron: '* * * * *',
  keyOf: () => 'case-digest',
});
