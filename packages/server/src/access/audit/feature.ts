import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { auditCommands } from './commands.ts';
import { auditRoutes } from './routes.ts';

export const auditFeature = defineFeature({
  room: 'access/audit',
  tables: {
    audit_acts: { clearing: 'keeps' },
    audit_head: { clearing: 'keeps' },
    audit_log: { clearing: 'keeps', shownBy: [routes.audit] },
  },
  calls: ({ db }: { db: Db }) => ({ audit: auditRoutes(db) }),
  commands: auditCommands,
});
