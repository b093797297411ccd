import { AuditEntry, type AuditOutcome } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { ActRow } from './queries.ts';

export function toAuditEntry(row: ActRow): AuditEntry {
  return viewOf(AuditEntry, row, {
    administrator: row.actor_name,
    by: byWhat(row),
    token: row.token_name,
    outcome: (row.outcome as AuditOutcome | null) ?? 'unknown',
    hash: row.hash.toString('hex'),
  });
}

function byWhat({ token_id, session_id }: ActRow): AuditEntry['by'] {
  if (token_id !== null) return 'token';
  return session_id !== null ? 'session' : 'other';
}
