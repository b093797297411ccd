import path from 'node:path';
import type { AuditSettings } from '../../access/audit/index.ts';
import type { Base } from '../composition/compose.ts';

/** How every process writes the audit log. The anchor is kept beside the database, not in it. */
export function auditSettings({ db, clock, log, config }: Base): AuditSettings {
  return { db, clock, log, anchorFile: path.join(config.dataDir, 'audit-anchor.json') };
}
