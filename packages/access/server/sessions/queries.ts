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
  { username, passwordHash, now }: { username: string; passwordHash: string; now: Date },
): Promise<string | undefined> {
  return oneValue(db)<string>`
    insert into administrators (username, password_hash, created_at, password_changed_at)
    values (${username}, ${passwordHash}, ${now}, ${now}) on conflict (username) do nothing returning id`;
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
  'id' | 'username' | 'created_at' | 'password_changed_at' | 'has_second_factor'
> & { sessions: number; last_seen_at: Date | null };

export function selectAdministrators(
  db: Db,
  { now, idleSince }: SessionLimits,
): Promise<ListedAdministrator[]> {
  return execute(db)<ListedAdministrator>`
    select a.id, a.username, a.created_at, a.password_changed_at, a.has_second_factor,
      count(s.id)::int as sessions, max(s.last_seen_at) as last_seen_at
    from administrators a left join admin_sessions s on s.administrator_id = a.id and s.renewed_as is null
      and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
    group by a.id order by a.username`;
}
