import { OWNER, type Role } from '@vesper/contract';
import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import type { Administrators } from '@vesper/core/db/schema.ts';
import type { Selectable } from 'kysely';

export type Administrator = Selectable<Administrators>;

export interface SessionLimits {
  now: Date;
  idleSince: Date;
}

export async function lockFirstAdministrator(tx: Db): Promise<void> {
  await takeLock(tx, 'firstAdministrator');
}

export function hasAdministrators(db: Db): Promise<boolean> {
  return anyRow(db)`select from administrators limit 1`;
}

/** The id, or undefined if the name is taken. */
export function insertAdministrator(
  db: Db,
  fields: { username: string; passwordHash: string; now: Date; role?: Role },
): Promise<string | undefined> {
  const { username, passwordHash, now, role = OWNER } = fields;
  return oneValue(db)<string>`
    insert into administrators
      (username, password_hash, created_at, password_changed_at, is_owner, scopes, opens_papers)
    values (${username}, ${passwordHash}, ${now}, ${now}, ${role.isOwner}, ${role.scopes}::text[], ${role.opensPapers})
    on conflict (username) do nothing returning id`;
}

export async function updateRole(tx: Db, id: string, { isOwner, scopes, opensPapers }: Role): Promise<void> {
  await execute(tx)`
    update administrators set is_owner = ${isOwner}, scopes = ${scopes}::text[], opens_papers = ${opensPapers}
    where id = ${id}`;
}

export function findAdministrator(db: Db, username: string): Promise<Administrator | undefined> {
  return firstRow(db)<Administrator>`select * from administrators where username = ${username}`;
}

export function findAdministratorById(db: Db, id: string): Promise<Administrator | undefined> {
  return firstRow(db)<Administrator>`select * from administrators where id = ${id}`;
}

/** Prevents new sessions and changes of password and second factors until the transaction ends. */
export function lockAdministrator(tx: Db, id: string): Promise<Administrator | undefined> {
  return firstRow(tx)<Administrator>`select * from administrators where id = ${id} for update`;
}

export function lockAdministrators(tx: Db): Promise<Administrator[]> {
  return execute(tx)<Administrator>`select * from administrators order by id for update`;
}

export async function deleteAdministrator(db: Db, id: string): Promise<void> {
  await execute(db)`delete from administrators where id = ${id}`;
}

export async function setPassword(
  db: Db,
  { id, passwordHash, now }: { id: string; passwordHash: string; now: Date },
): Promise<void> {
  await execute(db)`
    update administrators set password_hash = ${passwordHash}, password_changed_at = ${now} where id = ${id}`;
}

export async function replaceHash(db: Db, former: Administrator, passwordHash: string): Promise<void> {
  await execute(db)`
    update administrators set password_hash = ${passwordHash}
    where id = ${former.id} and password_hash = ${former.password_hash}`;
}

export type ListedAdministrator = Pick<
  Administrator,
  | 'id'
  | 'username'
  | 'created_at'
  | 'password_changed_at'
  | 'has_second_factor'
  | 'is_owner'
  | 'scopes'
  | 'opens_papers'
> & { sessions: number; last_seen_at: Date | null };

export function selectAdministrators(
  db: Db,
  { now, idleSince }: SessionLimits,
): Promise<ListedAdministrator[]> {
  return execute(db)<ListedAdministrator>`
    select a.id, a.username, a.created_at, a.password_changed_at, a.has_second_factor, a.is_owner, a.scopes,
      a.opens_papers, count(s.id)::int as sessions, max(s.last_seen_at) as last_seen_at
    from administrators a left join admin_sessions s on s.administrator_id = a.id and s.renewed_as is null
      and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
    group by a.id order by a.username`;
}

const MOST_OF_AN_ADMINISTRATOR = 100;

export function findKnownBrowser(
  db: Db,
  { tokenHash, username, since }: { tokenHash: Buffer; username: string; since: Date },
): Promise<string | undefined> {
  return oneValue(db)<string>`
    select b.id from known_browsers b join administrators a on a.id = b.administrator_id
    where b.token_hash = ${tokenHash} and a.username = ${username} and b.last_sign_in_at > ${since}`;
}

/** Moves all administrators of this browser to its new token, and links it to the session. */
export async function putKnownBrowser(
  tx: Db,
  fields: {
    tokenHash: Buffer;
    formerTokenHash: Buffer | undefined;
    sessionTokenHash: Buffer;
    administratorId: string;
    now: Date;
  },
): Promise<void> {
  const { tokenHash, formerTokenHash, sessionTokenHash, administratorId, now } = fields;
  if (formerTokenHash)
    await execute(tx)`
      update known_browsers set token_hash = ${tokenHash} where token_hash = ${formerTokenHash}`;
  await execute(tx)`
    with browser as (
      insert into known_browsers (token_hash, administrator_id, last_sign_in_at)
      values (${tokenHash}, ${administratorId}, ${now})
      on conflict (token_hash, administrator_id) do update set last_sign_in_at = ${now}
      returning id
    )
    update admin_sessions set browser_id = browser.id from browser
    where admin_sessions.token_hash = ${sessionTokenHash}`;
  await execute(tx)`
    delete from known_browsers where id in (
      select id from known_browsers where administrator_id = ${administratorId}
      order by last_sign_in_at desc offset ${MOST_OF_AN_ADMINISTRATOR}
    )`;
}

export async function forgetBrowserOf(db: Db, sessionId: string): Promise<void> {
  await execute(db)`
    delete from known_browsers where id = (select browser_id from admin_sessions where id = ${sessionId})`;
}

export async function forgetBrowsers(
  db: Db,
  { of = null, except = null }: { of?: string | null | undefined; except?: string | null | undefined },
): Promise<void> {
  await execute(db)`
    delete from known_browsers
    where (${of}::text is null or administrator_id = ${of})
      and id is distinct from (select browser_id from admin_sessions where id = ${except})`;
}

export async function deleteOldBrowsers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_browsers').where('last_sign_in_at', '<=', before).execute();
}
