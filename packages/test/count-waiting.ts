import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';

/** How many connections of this database wait for a lock. Not within a transaction, which sees no changes. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
}
