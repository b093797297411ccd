import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import type { PendingLogins } from '../../../kernel/db/schema.ts';
import type { Administrator } from '../queries.ts';

export type PendingLogin = Selectable<PendingLogins> & { username: string };

/** Records that the password was right. False if the administrator is gone or the password has changed. */
export async function insertPendingLogin(
  db: Db,
  administrator: Administrator,
  fields: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with holder as (
      select id from administrators
      where id = ${administrator.id} and password_hash = ${administrator.password_hash} for share
    )
    insert into pending_logins (token_hash, administrator_id, created_at, expires_at)
    select ${fields.tokenHash}, id, ${fields.now}, ${fields.expiresAt} from holder`.execute(db);
  return Number(numAffectedRows) > 0;
}

export function findPendingLogin(db: Db, tokenHash: Buffer, now: Date): Promise<PendingLogin | undefined> {
  return db
    .selectFrom('pending_logins')
    .innerJoin('administrators', 'administrators.id', 'administrator_id')
    .selectAll('pending_logins')
    .select('username')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deletePendingLogin(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('pending_logins').where('token_hash', '=', tokenHash).execute();
}

/** Deletes logins not completed in time, and unanswered challenges. */
export async function deleteOldPending(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_logins').where('expires_at', '<=', now).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}

/** Replaces the holder's former challenge. */
export async function putChallenge(
  db: Db,
  fields: { holder: string; challenge: string; expiresAt: Date },
): Promise<void> {
  const { holder, challenge, expiresAt } = fields;
  await db
    .insertInto('passkey_challenges')
    .values({ holder, challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('holder').doUpdateSet({ challenge, expires_at: expiresAt }))
    .execute();
}

/** The holder's challenge, returned only once. */
export async function takeChallenge(db: Db, holder: string, now: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('holder', '=', holder)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.challenge : undefined;
}
