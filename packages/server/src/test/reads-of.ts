import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../kernel/db/pool.ts';

type Work = (tx: Db) => Promise<unknown>;

/** Tables of a few rows, for which no index is worth while. */
const TINY = ['download_totals', 'library', 'video_sources'];

/** Rows that were read and tables that were read from end to end, triggers and functions included. Undoes the work. */
export async function readsOf(db: Db, work: Work): Promise<{ rows: number; scans: string[] }> {
  const undo = new Error('Undo.');
  let result = { rows: -1, scans: [''] };
  await db
    .transaction()
    .execute(async (tx) => {
      const before = await readsSoFar(tx);
      await work(tx);
      const after = await readsSoFar(tx);
      const delta = (name: string, key: 'scans' | 'rows') =>
        (after[name]?.[key] ?? 0) - (before[name]?.[key] ?? 0);
      const names = Object.keys(after);
      result = {
        rows: names.reduce((sum, name) => sum + delta(name, 'rows'), 0),
        scans: names.filter((name) => !TINY.includes(name) && delta(name, 'scans') > 0),
      };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return result;
}

async function readsSoFar(tx: Db): Promise<Record<string, { scans: number; rows: number }>> {
  const { rows } = await sql<{ name: string; scans: number; rows: number }>`
    select relname as name, seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where schemaname = 'public'`.execute(tx);
  return Object.fromEntries(rows.map(({ name, ...reads }) => [name, reads]));
}

/** Reads fewer rows than that, all by indexes, however often it is done. */
export async function expectFewReads(db: Db, most: number, work: Work): Promise<void> {
  // More than five times: then plans for any values are used.
  for (let n = 0; n < 8; n += 1) {
    const { rows, scans } = await readsOf(db, work);
    expect(scans).toEqual([]);
    expect(rows).toBeLessThan(most);
  }
}

/** That each of these reads few rows, whether PostgreSQL knows what is in the tables or not. */
export function testPlans(db: () => Db, most: number, works: Record<string, Work>): void {
  describe.each(['before the tables were analysed', 'after'])('%s', (when) => {
    beforeAll(async () => {
      if (when === 'after') await sql`analyze`.execute(db());
    });

    test.each(Object.entries(works))('%s reads a handful of rows', (_name, work) =>
      expectFewReads(db(), most, work),
    );
  });
}
