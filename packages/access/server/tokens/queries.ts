import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { Administrators, PersonalTokens } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';

type Holder = Pick<Selectable<Administrators>, 'is_owner' | 'scopes'>;
export type TokenRow = Selectable<PersonalTokens> & {
  username: string;
  is_owner: boolean;
  role_scopes: string[];
};

/** Including ended ones. */
const MOST_LISTED = 500;
const TOKENS = sql`select t.*, a.username, a.is_owner, a.scopes as role_scopes
  from personal_tokens t join administrators a on a.id = t.administrator_id`;

/** Null: everyone's. */
export function selectTokens(db: Db, of: string | null): Promise<TokenRow[]> {
  return execute(db)<TokenRow>`
    ${TOKENS} where ${of}::text is null or t.administrator_id = ${of}
    order by t.created_at desc, t.id desc limit ${MOST_LISTED}`;
}

export function selectToken(db: Db, id: string): Promise<TokenRow | undefined> {
  return firstRow(db)<TokenRow>`${TOKENS} where t.id = ${id}`;
}

export function findLiveToken(db: Db, tokenHash: Buffer, now: Date): Promise<TokenRow | undefined> {
  return firstRow(db)<TokenRow>`
    ${TOKENS} where t.token_hash = ${tokenHash} and t.expires_at > ${now} and t.revoked_at is null`;
}

export function lockHolder(tx: Db, administratorId: string): Promise<Holder | undefined> {
  return firstRow(tx)<Holder>`
    select is_owner, scopes from administrators where id = ${administratorId} for update`;
}

/** False if it has ended. A separate statement sees changes made before the lock. */
export function holdSession(tx: Db, sessionId: string): Promise<boolean> {
  return anyRow(tx)`select from admin_sessions where id = ${sessionId} for share`;
}

/** Undefined if too many are live, or the administrator is gone. */
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

export function revokeLive(db: Db, id: string, now: Date): Promise<boolean> {
  return anyRow(db)`
    update personal_tokens set revoked_at = ${now} where id = ${id} and revoked_at is null returning id`;
}

export function revokeTokens(db: Db, now: Date, administratorId: string | null): Promise<number> {
  return numberOf(db)`
    with revoked as (
      update personal_tokens set revoked_at = ${now} where revoked_at is null and expires_at > ${now}
        and (${administratorId}::text is null or administrator_id = ${administratorId}) returning id)
    select count(*)::int from revoked`;
}

export async function touchToken(db: Db, id: string, now: Date): Promise<void> {
  await execute(db)`update personal_tokens set last_used_at = ${now} where id = ${id}`;
}
