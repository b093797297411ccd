import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { PendingLogins } from '@vesper/core/db/schema.ts';
import type { Selectable } from 'kysely';
import type { Administrator } from '../queries.ts';

export type PendingLogin = Selectable<PendingLogins> & { username: string };

/** False if the administrator is gone or the password has changed. */
export function insertPendingLogin(
  db: Db,
  administrator: Administrator,
  fields: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  return anyRow(db)`
    with holder as (
      select id from administrators
      where id = ${administrator.id} and password_hash = ${administrator.password_hash} for share
    )
    insert into pending_logins (token_hash, administrator_id, created_at, expires_at)
    select ${fields.tokenHash}, id, ${fields.now}, ${fields.expiresAt} from holder returning id`;
}

export function findPendingLogin(db: Db, tokenHash: Buffer, now: Date): Promise<PendingLogin | undefined> {
  return firstRow(db)<PendingLogin>`
    select p.*, a.username from pending_logins p join administrators a on a.id = p.administrator_id
    where p.token_hash = ${tokenHash} and p.expires_at > ${now}`;
}

export async function deletePendingLogin(db: Db, tokenHash: Buffer): Promise<void> {
  await execute(db)`delete from pending_logins where token_hash = ${tokenHash}`;
}

export async function deleteOldPending(db: Db, now: Date): Promise<void> {
  await execute(db)`delete from pending_logins where expires_at <= ${now}`;
  await execute(db)`delete from passkey_challenges where expires_at <= ${now}`;
}

export async function putChallenge(
  db: Db,
  { holder, challenge, expiresAt }: { holder: string; challenge: string; expiresAt: Date },
): Promise<void> {
  await execute(db)`
    insert into passkey_challenges (holder, challenge, expires_at) values (${holder}, ${challenge}, ${expiresAt})
    on conflict (holder) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`;
}

/** Deletes the challenge: it can be answered only once. */
export async function takeChallenge(db: Db, holder: string, now: Date): Promise<string | undefined> {
  const row = await firstRow(db)<{ challenge: string; expires_at: Date }>`
    delete from passkey_challenges where holder = ${holder} returning challenge, expires_at`;
  return row && row.expires_at > now ? row.challenge : undefined;
}
