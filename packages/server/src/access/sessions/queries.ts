import type { Selectable } from 'kysely';
import { takeLock } from '../../kernel/db/locks.ts';
import type { Db } from '../../kernel/db/pool.ts';
import type { Administrators } from '../../kernel/db/schema.ts';

export type Administrator = Selectable<Administrators>;

export interface SessionLimits {
  now: Date;
  /** Sessions not seen since then have ended. */
  idleSince: Date;
}

/** Locks the check for a first administrator until the transaction ends. */
export async function lockFirstAdministrator(tx: Db): Promise<void> {
  await takeLock(tx, 'firstAdministrator');
}

export async function hasAdministrators(db: Db): Promise<boolean> {
  return (await db.selectFrom('administrators').select('id').limit(1).execute()).length > 0;
}

/** The id, or undefined if the name is taken. */
export async function insertAdministrator(
  db: Db,
  fields: { username: string; passwordHash: string; now: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto('administrators')
    .values({
      username: fields.username,
      password_hash: fields.passwordHash,
      created_at: fields.now,
      password_changed_at: fields.now,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export function findAdministrator(db: Db, username: string): Promise<Administrator | undefined> {
  return db.selectFrom('administrators').selectAll().where('username', '=', username).executeTakeFirst();
}

export function findAdministratorById(db: Db, id: string): Promise<Administrator | undefined> {
  return db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Locks the administrator until the transaction ends: no session begins and no one changes the password or the second
 * factors. Undefined if the administrator is gone.
 */
export function lockAdministrator(tx: Db, id: string): Promise<Administrator | undefined> {
  return tx.selectFrom('administrators').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks all administrators against removal until the transaction ends. */
export function lockAdministrators(tx: Db): Promise<Administrator[]> {
  return tx.selectFrom('administrators').selectAll().orderBy('id').forUpdate().execute();
}

export async function deleteAdministrator(db: Db, id: string): Promise<void> {
  await db.deleteFrom('administrators').where('id', '=', id).execute();
}

export async function setPassword(
  db: Db,
  fields: { id: string; passwordHash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ password_hash: fields.passwordHash, password_changed_at: fields.now })
    .where('id', '=', fields.id)
    .execute();
}

/** Replaces the hash of the same password, unless the password changed meanwhile. */
export async function replaceHash(db: Db, former: Administrator, passwordHash: string): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ password_hash: passwordHash })
    .where('id', '=', former.id)
    .where('password_hash', '=', former.password_hash)
    .execute();
}

export type ListedAdministrator = Pick<
  Administrator,
  'id' | 'username' | 'created_at' | 'password_changed_at' | 'has_second_factor'
> & { sessions: number; last_seen_at: Date | null };

/** Every administrator by name, with the number of live sessions and when one was last seen. */
export async function selectAdministrators(db: Db, limits: SessionLimits): Promise<ListedAdministrator[]> {
  return db
    .selectFrom('administrators')
    .leftJoin('admin_sessions', (join) =>
      join
        .onRef('administrator_id', '=', 'administrators.id')
        .on('renewed_as', 'is', null)
        .on('expires_at', '>', limits.now)
        .on('last_seen_at', '>', limits.idleSince),
    )
    .select(({ fn }) => [
      'administrators.id as id',
      'username',
      'has_second_factor',
      'administrators.created_at as created_at',
      'password_changed_at',
      fn.count<number>('admin_sessions.id').as('sessions'),
      fn.max('last_seen_at').as('last_seen_at'),
    ])
    .groupBy('administrators.id')
    .orderBy('username')
    .execute();
}
