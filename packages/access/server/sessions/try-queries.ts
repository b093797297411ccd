import type { Db } from '@vesper/core/db/pool.ts';
import { execute, oneValue } from '@vesper/core/db/run-sql.ts';

export interface TryKey {
  key: Buffer;
  nameHash: Buffer;
}

export interface TryRules {
  now: Date;
  /** Earlier tries do not count. */
  since: Date;
  freeTries: number;
  /** 0: counted but never delayed. */
  longestDelaySeconds: number;
}

/**
 * Returns the try's number since `since`; undefined, uncounted, if too early: beyond the free tries the delay doubles.
 * One statement, so that concurrent tries all count.
 */
export async function takeTry(
  db: Db,
  { key, nameHash }: TryKey,
  { now, since, freeTries, longestDelaySeconds }: TryRules,
): Promise<number | undefined> {
  return oneValue(db)<number>`
    insert into login_tries as t (key, name_hash, tries, began_at, next_try_at)
    values (${key}, ${nameHash}, 1, ${now}, ${now})
    on conflict (key) do update set
      tries = case when t.began_at < ${since} then 1 else t.tries + 1 end,
      began_at = case when t.began_at < ${since} then ${now}::timestamptz else t.began_at end,
      next_try_at = case when t.began_at < ${since} or t.tries + 1 < ${freeTries}::int
        then ${now}::timestamptz
        else ${now}::timestamptz + interval '1 second'
          * least(${longestDelaySeconds}::float8, 2 ^ least(t.tries + 1 - ${freeTries}::int, 30)) end
    where t.next_try_at <= ${now}
    returning tries`;
}

export async function giveBackTries(db: Db, keys: TryKey[]): Promise<void> {
  const all = keys.map(({ key }) => key);
  await execute(db)`
    with gone as (delete from login_tries where key = any(${all}) and tries <= 1)
    update login_tries set tries = tries - 1 where key = any(${all}) and tries > 1`;
}

export async function forgetTries(db: Db, { key }: TryKey): Promise<void> {
  await db.deleteFrom('login_tries').where('key', '=', key).execute();
}

export async function forgetTriesOfName(db: Db, nameHash: Buffer): Promise<void> {
  await db.deleteFrom('login_tries').where('name_hash', '=', nameHash).execute();
}

export async function deleteOldTries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('login_tries').where('began_at', '<', before).execute();
}
