import path from 'node:path';
import type { AuditSettings } from '@vesper/access/audit';
import type { Base } from '../composition/compose.ts';

/** The anchor is kept outside the database. */
export function auditSettings({ db, clock, log, config }: Base): AuditSettings {
  return { db, clock, log, anchorFile: path.join(config.dataDir, 'audit-anchor.json') };
}
