import type * as contract from '@vesper/contract';
import type { Actor } from '../../kernel/http/mount.ts';
import { browserInWords } from './browser-words.ts';
import type { Administrator, ListedAdministrator } from './queries.ts';
import type { Passkey, SecondFactors } from './second-factor-queries.ts';
import type { ListedSession } from './session-queries.ts';

export function accountView(
  { id, username, created_at, password_changed_at }: Administrator,
  { totp, passkeys, recoveryCodes }: SecondFactors,
): contract.Account {
  return {
    id,
    username,
    createdAt: created_at.toISOString(),
    passwordChangedAt: password_changed_at.toISOString(),
    totpSince: totp?.enabled_at?.toISOString() ?? null,
    passkeys: passkeys.map(passkeyView),
    recoveryCodesLeft: recoveryCodes,
  };
}

function passkeyView({ id, name, rp_id, created_at, last_used_at }: Passkey): contract.Passkey {
  const lastUsedAt = last_used_at?.toISOString() ?? null;
  return { id, name, host: rp_id, createdAt: created_at.toISOString(), lastUsedAt };
}

export function administratorView(row: ListedAdministrator, actor: Actor): contract.Administrator {
  return {
    id: row.id,
    username: row.username,
    createdAt: row.created_at.toISOString(),
    passwordChangedAt: row.password_changed_at.toISOString(),
    sessions: row.sessions,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    hasSecondFactor: row.has_second_factor,
    isYou: row.id === actor.administratorId,
  };
}

export function sessionView(row: ListedSession, actor: Actor): contract.AdminSession {
  return {
    id: row.id,
    username: row.username,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    network: row.network,
    browser: browserInWords(row.user_agent),
    isYours: row.administrator_id === actor.administratorId,
    isThis: row.id === actor.sessionId,
  };
}
