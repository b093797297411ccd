import * as contract from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import { browserInWords } from './browser-words.ts';
import type { Administrator, ListedAdministrator } from './queries.ts';
import type { SecondFactors } from './second-factor/second-factor-queries.ts';
import type { ListedSession } from './session-queries.ts';

export function accountView(
  row: Administrator,
  { totp, passkeys, recoveryCodes }: SecondFactors,
): contract.Account {
  return viewOf(contract.Account, row, {
    totpSince: totp?.enabled_at?.toISOString() ?? null,
    passkeys: passkeys.map((passkey) => viewOf(contract.Passkey, passkey, { host: passkey.rp_id })),
    recoveryCodesLeft: recoveryCodes,
  });
}

export function roleView({ isOwner, scopes, opensPapers = false }: Actor): contract.Role {
  return { isOwner, scopes: scopes as contract.TokenScope[], opensPapers };
}

export function administratorView(row: ListedAdministrator, actor: Actor): contract.Administrator {
  return viewOf(contract.Administrator, row, { isYou: row.id === actor.administratorId });
}

export function sessionView(row: ListedSession, actor: Actor): contract.AdminSession {
  return viewOf(contract.AdminSession, row, {
    browser: browserInWords(row.user_agent),
    isYours: row.administrator_id === actor.administratorId,
    isThis: row.id === actor.sessionId,
  });
}
