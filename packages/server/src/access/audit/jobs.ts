import { defineJob } from '../../kernel/jobs/define.ts';

/** Verifies the audit log. */
export const checkAuditLogJob = defineJob<Record<never, never>>({
  name: 'check-audit-log',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '50 3 * * *',
  keyOf: () => 'check-audit-log',
});
