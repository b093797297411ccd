import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Administrators, AdminSessions } from '../../db/schema.ts';

export type Administrator = Selectable<Administrators>;
export type Session = Selectable<AdminSessions>;

const FIRST_ADMINISTRATOR_LOCK = 7_305_690;

/** Until the transaction ends, no other process asks whether there is an administrator. */
export async function lockFirstAdministrator(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK})`.execute(tx);
}

export async function hasAdministrators(db: Db): Promise<boolean> {
  return (await db.selectFrom('administrators').select('id').limit(1).execute()).length > 0;
}

/** False if the name is taken. */
export async function insertAdministrator(
  db: Db,
  fields: { username: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('administrators')
    .values({
      username: fields.username,
      password_hash: fields.passwordHash,
      created_at: fields.now,
      password_changed_at: fields.now,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export function findAdministrator(db: Db, username: string): Promise<Administrator | undefined> {
  return db.selectFrom('administrators').selectAll().where('username', '=', username).executeTakeFirst();
}

/** A new password: whoever is signed in with the former one no longer is. Undefined if there is no such name. */
export async function updatePassword(
  db: Db,
  fields: { username: string; passwordHash: string; now: Date },
): Promise<{ sessionsEnded: number } | undefined> {
  const { rows } = await sql<{ sessions_ended: number }>`
    with changed as (
      update administrators set password_hash = ${fields.passwordHash}, password_changed_at = ${fields.now}
      where username = ${fields.username} returning id
    ), ended as (
      delete from admin_sessions where administrator_id in (select id from changed) returning id
    )
    select (select count(*)::int from ended) as sessions_ended from changed`.execute(db);
  return rows[0] && { sessionsEnded: rows[0].sessions_ended };
}

/** The same password, hashed anew; not if it was changed meanwhile. */
export async function replaceHash(db: Db, former: Administrator, passwordHash: string): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ password_hash: passwordHash })
    .where('id', '=', former.id)
    .where('password_hash', '=', former.password_hash)
    .execute();
}

/** Every administrator by name, with how many sessions have not ended and when one was last seen. */
export async function selectAdministrators(
  db: Db,
  limits: SessionLimits,
): Promise<{ username: string; created_at: Date; sessions: number; last_seen_at: Date | null }[]> {
  return db
    .selectFrom('administrators')
    .leftJoin('admin_sessions', (join) =>
      join
        .onRef('administrator_id', '=', 'administrators.id')
        .on('expires_at', '>', limits.now)
        .on('last_seen_at', '>', limits.idleSince),
    )
    .select(({ fn }) => [
      'username',
      'administrators.created_at as created_at',
      fn.count<number>('admin_sessions.id').as('sessions'),
      fn.max('last_seen_at').as('last_seen_at'),
    ])
    .groupBy('administrators.id')
    .orderBy('username')
    .execute();
}

/**
 * Begins a session in place of the one of `formerToken`, if there was one. False, and nothing begun, if the
 * administrator is gone or has another password by now.
 */
export async function insertSession(
  db: Db,
  administrator: Administrator,
  fields: {
    tokenHash: Buffer;
    formerTokenHash: Buffer | undefined;
    now: Date;
    expiresAt: Date;
    userAgent: string;
    network: string;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with former as (delete from admin_sessions where token_hash = ${fields.formerTokenHash ?? null}::bytea),
      holder as (
        select id from administrators
        where id = ${administrator.id} and password_hash = ${administrator.password_hash} for share
      )
    insert into admin_sessions
      (token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent, network)
    select ${fields.tokenHash}, id, ${fields.now}, ${fields.now}, ${fields.expiresAt}, ${fields.userAgent},
      ${fields.network} from holder`.execute(db);
  return Number(numAffectedRows) > 0;
}

export interface SessionLimits {
  now: Date;
  /** Sessions not seen since then have ended. */
  idleSince: Date;
}

export function findSession(
  db: Db,
  tokenHash: Buffer,
  { now, idleSince }: SessionLimits,
): Promise<(Session & { username: string }) | undefined> {
  return db
    .selectFrom('admin_sessions')
    .innerJoin('administrators', 'administrators.id', 'administrator_id')
    .selectAll('admin_sessions')
    .select('username')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince)
    .executeTakeFirst();
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('admin_sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('admin_sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteEndedSessions(db: Db, { now, idleSince }: SessionLimits): Promise<void> {
  await db
    .deleteFrom('admin_sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', idleSince)]))
    .execute();
}

export interface TryRules {
  now: Date;
  /** What was tried before this moment is forgotten. */
  forgetBefore: Date;
  freeTries: number;
  longestDelaySeconds: number;
}

/**
 * Notes a try with a name, before anybody knows how it ends; false if it comes too early. One statement, so that of
 * many at once each is counted. After the free tries the next one has to wait 1, 2, 4, ... seconds.
 */
export async function takeTry(db: Db, nameHash: Buffer, rules: TryRules): Promise<boolean> {
  const { now, forgetBefore, freeTries, longestDelaySeconds } = rules;
  const { rows } = await sql`
    insert into login_tries as t (name_hash, tries, last_try_at, next_try_at)
    values (${nameHash}, 1, ${now}, ${now})
    on conflict (name_hash) do update set
      tries = case when t.last_try_at < ${forgetBefore} then 1 else t.tries + 1 end,
      last_try_at = ${now},
      next_try_at = case when t.last_try_at < ${forgetBefore} or t.tries + 1 < ${freeTries}::int
        then ${now}::timestamptz
        else ${now}::timestamptz + interval '1 second'
          * least(${longestDelaySeconds}::float8, 2 ^ least(t.tries + 1 - ${freeTries}::int, 30)) end
    where t.next_try_at <= ${now}
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function deleteTries(db: Db, nameHash: Buffer): Promise<void> {
  await db.deleteFrom('login_tries').where('name_hash', '=', nameHash).execute();
}

export async function deleteOldTries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('login_tries').where('last_try_at', '<', before).execute();
}
