import type pg from 'pg';
import type { Db } from './pool.ts';
import { execute } from './run-sql.ts';

/** Advisory locks, shared by all features and the database's functions. */
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

/** One lock per text: the numbers seed the hashes of the texts. */
export const LOCKS_BY_TEXT = { sourceQueue: 14, mailbox: 7_305_682, rowKeys: 7_305_683 } as const;

/** Held until the transaction ends. */
export async function takeLock(tx: Db, lock: keyof typeof LOCKS): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(${LOCKS[lock]})`;
}

/** Held until the connection ends; false if taken. */
export async function tryLock(client: pg.ClientBase, lock: keyof typeof LOCKS): Promise<boolean> {
  const query = 'select pg_try_advisory_lock($1) as taken';
  return (await client.query<{ taken: boolean }>(query, [LOCKS[lock]])).rows[0]?.taken ?? false;
}

/** Throws if a broken connection has lost the lock. */
export async function requireLock(client: pg.ClientBase, lock: keyof typeof LOCKS): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objid = $1 and granted",
    [LOCKS[lock]],
  );
  if (!rowCount) throw new Error(`The lock "${lock}" was lost.`);
}

/** Per text. Shared holders only wait for exclusive ones. */
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
