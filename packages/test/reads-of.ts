import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

type Work = (tx: Db) => Promise<unknown>;

/** Too small for indexes. */
const TINY = ['download_totals', 'library', 'video_sources'];

/** Rows read and tables scanned, triggers and functions included. Rolls the work back. */
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

/** Expects the work to read fewer rows than `most`, all by indexes. */
export async function expectFewReads(db: Db, most: number, work: Work): Promise<void> {
  // After five times PostgreSQL uses generic plans.
  for (let n = 0; n < 8; n += 1) {
    const { rows, scans } = await readsOf(db, work);
    expect(scans).toEqual([]);
    expect(rows).toBeLessThan(most);
  }
}

/** Expects each to read few rows, before and after `analyze`. */
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
