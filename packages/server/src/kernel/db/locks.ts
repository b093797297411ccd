import type pg from 'pg';
import type { Db } from './pool.ts';
import { execute } from './run-sql.ts';

/** The numbers of the database's advisory locks. All features share them, and those that its functions take. */
export const LOCKS = {
  migrations: 7_305_681,
  roles: 7_305_682,
  merges: 7_305_683,
  storageCounts: 7_305_685,
  mediaJobCounts: 7_305_686,
  firstAdministrator: 7_305_690,
  videoCounts: 7_305_691,
  statistics: 7_305_692,
  sitemapShards: 7_305_693,
  indexNowLists: 7_305_694,
  keywordStandings: 7_305_695,
  ownedCategories: 7_305_696,
  backups: 7_305_697,
  backupScratch: 7_305_698,
  alerts: 7_305_699,
  upgrade: 7_305_700,
  tokenHiding: 7_305_701,
  outbox: 7_305_702,
} as const;

/** Locks of which there is one for each of many texts, as ids: these numbers come into the texts' hashes. */
export const LOCKS_BY_TEXT = { sourceQueue: 14, mailbox: 7_305_682, caseKeys: 7_305_683 } as const;

/** Waits until no other transaction holds this lock, and holds it until the caller's ends. */
export async function takeLock(tx: Db, lock: keyof typeof LOCKS): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(${LOCKS[lock]})`;
}

/** Holds a lock until the connection ends; false while another one does. */
export async function tryLock(client: pg.ClientBase, lock: keyof typeof LOCKS): Promise<boolean> {
  const query = 'select pg_try_advisory_lock($1) as taken';
  return (await client.query<{ taken: boolean }>(query, [LOCKS[lock]])).rows[0]?.taken ?? false;
}

/** Throws unless the connection still holds what `tryLock` has taken: a broken one holds nothing. */
export async function requireLock(client: pg.ClientBase, lock: keyof typeof LOCKS): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objid = $1 and granted",
    [LOCKS[lock]],
  );
  if (!rowCount) throw new Error(`The lock "${lock}" was lost.`);
}

/** Like `takeLock`, for one text. Those who share it only wait for one who does not. */
export async function takeLockOf(
  tx: Db,
  lock: keyof typeof LOCKS_BY_TEXT,
  text: string,
  { isShared = false } = {},
): Promise<void> {
  const seed = LOCKS_BY_TEXT[lock];
  if (isShared) await execute(tx)`select pg_advisory_xact_lock_shared(hashtextextended(${text}, ${seed}))`;
  else await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${text}, ${seed}))`;
}
