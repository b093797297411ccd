import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const checkAuditLogJob = defineRoutine({
  name: 'check-audit-log',
  does: 'verifies the audit log',
  expireSeconds: 3600,
  cron: '50 3 * * *',
});
