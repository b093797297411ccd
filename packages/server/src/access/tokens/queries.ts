import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { anyRow, execute, oneValue } from '../../kernel/db/run-sql.ts';
import type { PersonalTokens } from '../../kernel/db/schema.ts';

export type TokenRow = Selectable<PersonalTokens> & { username: string };

/** Ended tokens stay listed, the latest of them. */
const MOST_LISTED = 500;

export async function selectTokens(db: Db): Promise<TokenRow[]> {
  return tokens(db)
    .orderBy('personal_tokens.created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

export function selectToken(db: Db, id: string): Promise<TokenRow | undefined> {
  return tokens(db).where('personal_tokens.id', '=', id).executeTakeFirst();
}

/** The live token of that hash. */
export function findLiveToken(db: Db, tokenHash: Buffer, now: Date): Promise<TokenRow | undefined> {
  return tokens(db)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Waits for a concurrent change of the administrator's password or another new token. */
export async function lockHolder(tx: Db, administratorId: string): Promise<void> {
  await execute(tx)`select from administrators where id = ${administratorId} for update`;
}

/** False if it has ended. A separate statement, so that it sees what happened before the lock. */
export function holdSession(tx: Db, sessionId: string): Promise<boolean> {
  return anyRow(tx)`select from admin_sessions where id = ${sessionId} for share`;
}

/** Undefined if the locked administrator has as many live tokens as allowed, or is gone. */
export async function insertToken(
  db: Db,
  fields: {
    administratorId: string;
    name: string;
    tokenHash: Buffer;
    prefix: string;
    scopes: readonly string[];
    now: Date;
    expiresAt: Date;
    mostLive: number;
  },
): Promise<string | undefined> {
  const { administratorId, now } = fields;
  return oneValue(db)<string>`
    with holder as (select id from administrators where id = ${administratorId})
    insert into personal_tokens (administrator_id, name, token_hash, prefix, scopes, created_at, expires_at)
    select id, ${fields.name}, ${fields.tokenHash}, ${fields.prefix}, ${fields.scopes}::text[], ${now}::timestamptz,
      ${fields.expiresAt}::timestamptz
    from holder where ${fields.mostLive}::int > (
      select count(*) from personal_tokens
      where administrator_id = ${administratorId} and revoked_at is null and expires_at > ${now}
    )
    returning id`;
}

/** False if it was revoked before, or does not exist. */
export async function revokeLive(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('personal_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes all tokens of an administrator; returns how many. */
export async function revokeTokensOf(db: Db, administratorId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('personal_tokens')
    .set({ revoked_at: now })
    .where('administrator_id', '=', administratorId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Revokes every live token; returns how many. */
export async function revokeAllTokens(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('personal_tokens')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function touchToken(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('personal_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

function tokens(db: Db) {
  return db
    .selectFrom('personal_tokens')
    .innerJoin('administrators', 'administrators.id', 'administrator_id')
    .selectAll('personal_tokens')
    .select('username');
}
