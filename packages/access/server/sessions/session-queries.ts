import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { AdminSessions } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';
import { type Administrator, forgetBrowserOf, forgetBrowsers, type SessionLimits } from './queries.ts';

export type Session = Selectable<AdminSessions>;

export interface NewSession {
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
  userAgent: string;
  network: string;
}

/** False if the administrator is gone, or the password or second factor has changed. */
export function insertSession(db: Db, administrator: Administrator, fields: NewSession): Promise<boolean> {
  return anyRow(db)`
    with holder as (
      select id from administrators
      where id = ${administrator.id} and password_hash = ${administrator.password_hash} and not has_second_factor
      for share
    )
    insert into admin_sessions
      (token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent, network)
    select ${fields.tokenHash}, id, ${fields.now}, ${fields.now}, ${fields.expiresAt}, ${fields.userAgent},
      ${fields.network} from holder returning id`;
}

/** False if the login has ended. The administrator must be locked. */
export function insertSessionAfter(tx: Db, pendingId: string, fields: NewSession): Promise<boolean> {
  return anyRow(tx)`
    with pending as (
      delete from pending_logins where id = ${pendingId} and expires_at > ${fields.now} returning administrator_id
    )
    insert into admin_sessions
      (token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent, network)
    select ${fields.tokenHash}, administrator_id, ${fields.now}, ${fields.now}, ${fields.expiresAt},
      ${fields.userAgent}, ${fields.network} from pending returning id`;
}

/** Named, because a prepared `*` fails once a newer version has added a column. */
const SESSION_COLUMNS = sql`s.id, s.token_hash, s.administrator_id, s.created_at, s.last_seen_at, s.expires_at,
  s.user_agent, s.network, s.renewed_as, s.confirmed_at, s.browser_id`;

type FoundSession = Session &
  Pick<Administrator, 'username' | 'is_owner' | 'scopes' | 'opens_papers'> & { session_id: string };

/** `session_id` stays the same when the token is replaced. */
export function findSession(
  db: Db,
  tokenHash: Buffer,
  { now, idleSince }: SessionLimits,
): Promise<FoundSession | undefined> {
  return firstRow(db)<FoundSession>`${sql.raw(PREPARED)}
    select ${SESSION_COLUMNS}, a.username, a.is_owner, a.scopes, a.opens_papers,
      coalesce(s.renewed_as, s.id) as session_id
    from admin_sessions s join administrators a on a.id = s.administrator_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.last_seen_at > ${idleSince}`;
}

export function selectStanding(
  db: Db,
  ids: readonly string[],
  { now, idleSince }: SessionLimits,
): Promise<string[]> {
  return columnOf(db)<string>`
    select id from admin_sessions where id = any (${ids}::text[]) and renewed_as is null
      and expires_at > ${now} and last_seen_at > ${idleSince}`;
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await execute(db)`update admin_sessions set last_seen_at = ${now} where id = ${id}`;
}

/** The former token stays valid, unconfirmed, until `formerUntil`. Undefined if the token had changed. */
export async function renewSession(
  db: Db,
  fields: { id: string; formerTokenHash: Buffer; tokenHash: Buffer; now: Date; formerUntil: Date },
): Promise<{ expiresAt: Date } | undefined> {
  const rows = await execute(db)<{ expires_at: Date }>`
    with renewed as (
      update admin_sessions
      set token_hash = ${fields.tokenHash}, confirmed_at = ${fields.now}, last_seen_at = ${fields.now}
      where id = ${fields.id} and token_hash = ${fields.formerTokenHash}
      returning *
    ), former as (
      insert into admin_sessions (token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent,
        network, renewed_as)
      select ${fields.formerTokenHash}, administrator_id, created_at, last_seen_at,
        least(expires_at, ${fields.formerUntil}::timestamptz), user_agent, network, id from renewed
    )
    select expires_at from renewed`;
  return rows[0] && { expiresAt: rows[0].expires_at };
}

/** Also accepts a token that was just replaced. */
export function deleteSessionOf(db: Db, tokenHash: Buffer): Promise<Holder | undefined> {
  return firstRow(db)<Holder>`
    with ended as (
      delete from admin_sessions
      where id = (select coalesce(renewed_as, id) from admin_sessions where token_hash = ${tokenHash})
      returning administrator_id
    )
    select a.id, a.username from ended join administrators a on a.id = administrator_id`;
}

export interface Holder {
  id: string;
  username: string;
}

export function findHolder(db: Db, id: string): Promise<Holder | undefined> {
  return firstRow(db)<Holder>`
    select a.id, a.username from admin_sessions s join administrators a on a.id = s.administrator_id
    where s.id = ${id} and s.renewed_as is null`;
}

/** Also forgets its browser. */
export async function deleteSessionById(db: Db, id: string): Promise<Holder | undefined> {
  await forgetBrowserOf(db, id);
  return firstRow(db)<Holder>`
    with ended as (
      delete from admin_sessions where id = ${id} and renewed_as is null returning administrator_id
    )
    select a.id, a.username from ended join administrators a on a.id = administrator_id`;
}

/** Ends sessions and pending logins and forgets browsers. Returns how many sessions ended. */
export async function deleteSessions(
  db: Db,
  which: { of?: string | undefined; except?: string | undefined },
): Promise<number> {
  const { of = null, except = null } = which;
  await execute(db)`delete from pending_logins where ${of}::text is null or administrator_id = ${of}`;
  await forgetBrowsers(db, { of, except });
  return numberOf(db)`
    with ended as (
      delete from admin_sessions
      where (${of}::text is null or administrator_id = ${of}) and id is distinct from ${except}
      returning renewed_as
    )
    select count(*)::int as ended from ended where renewed_as is null`;
}

export async function deleteEndedSessions(db: Db, { now, idleSince }: SessionLimits): Promise<void> {
  await execute(db)`delete from admin_sessions where expires_at <= ${now} or last_seen_at <= ${idleSince}`;
}

export interface SessionPage {
  /** Null: everyone's. */
  of?: string | null;
  before?: { createdAt: Date; id: string } | undefined;
  limit: number;
}

export type ListedSession = Session & { username: string };

export function selectSessions(
  db: Db,
  { now, idleSince }: SessionLimits,
  { of = null, before, limit }: SessionPage,
): Promise<ListedSession[]> {
  const cursor = before ? sql`and (s.created_at, s.id) < (${before.createdAt}, ${before.id})` : sql``;
  return execute(db)<ListedSession>`
    select s.*, a.username from admin_sessions s join administrators a on a.id = s.administrator_id
    where s.renewed_as is null and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
      and (${of}::text is null or s.administrator_id = ${of}) ${cursor}
    order by s.created_at desc, s.id desc limit ${limit}`;
}
