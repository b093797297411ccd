import { PersonalToken } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { TokenRow } from './queries.ts';

export function toPersonalToken(row: TokenRow, now: Date): PersonalToken {
  return viewOf(PersonalToken, row, { administrator: row.username, state: stateOf(row, now) });
}

function stateOf({ revoked_at, expires_at }: TokenRow, now: Date): PersonalToken['state'] {
  if (revoked_at) return 'revoked';
  return expires_at > now ? 'active' : 'expired';
}
