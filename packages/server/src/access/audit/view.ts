import type { AuditEntry, AuditOutcome } from '@vesper/contract';
import type { ActRow } from './queries.ts';

export function toAuditEntry(row: ActRow): AuditEntry {
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    administrator: row.actor_name,
    by: byWhat(row),
    token: row.token_name,
    network: row.network,
    action: row.action,
    subject: row.subject,
    outcome: (row.outcome as AuditOutcome | null) ?? 'unknown',
    reason: row.reason,
    input: row.input,
    before: row.before,
    after: row.after,
    hash: row.hash.toString('hex'),
  };
}

function byWhat({ token_id, session_id }: ActRow): AuditEntry['by'] {
  if (token_id !== null) return 'token';
  return session_id !== null ? 'session' : 'other';
}
