import type { PersonalToken } from '@vesper/contract';
import type { TokenRow } from './queries.ts';

export function toPersonalToken(row: TokenRow, now: Date): PersonalToken {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as PersonalToken['scopes'],
    administrator: row.username,
    state: stateOf(row, now),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

function stateOf({ revoked_at, expires_at }: TokenRow, now: Date): PersonalToken['state'] {
  if (revoked_at) return 'revoked';
  return expires_at > now ? 'active' : 'expired';
}
