import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { AuditSettings } from './audit-log.ts';
import { auditCommands } from './commands.ts';
import * as jobs from './jobs.ts';
import { auditRoutes } from './routes.ts';
import { checkAuditLog } from './verify.ts';

export const auditFeature = defineFeature({
  room: 'access/audit',
  tables: {
    audit_acts: { clearing: 'keeps' },
    audit_head: { clearing: 'keeps' },
    audit_log: { clearing: 'keeps', shownBy: [routes.audit] },
  },
  calls: ({ db }: { db: Db }) => ({ audit: auditRoutes(db) }),
  commands: auditCommands,
  jobs: bindJobs(jobs, ({ audit }: { audit: AuditSettings }) => ({
    checkAuditLogJob: async (_data, { signal }) => {
      await checkAuditLog(audit, signal);
    },
  })),
});
