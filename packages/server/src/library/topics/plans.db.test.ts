import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../kernel/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeCategory } from '../../test/factories.ts';
import { makeManyVideos } from '../../test/many-videos.ts';
import { moveCategory, moveTag } from '../videos/index.ts';
import { lockOpenMove } from './queries.ts';

const VIDEOS = 8_000;
const BATCH = 20;
/** Each of a batch is found, locked, written, and read again by what keeps counts, lists and the search. */
const MOST_ROWS = 60 * BATCH;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await makeManyVideos(database.db, { count: VIDEOS, categories: 2, hiddenEvery: 10 });
  await makeCategory(database.db, 'Others');
  await database.pool.query('vacuum analyze');
});
afterAll(() => database.drop());

async function rowsReadIn(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
    where schemaname = 'public' and relname <> 'library'`.execute(tx);
  return rows[0]?.n ?? 0;
}

test.each([
  ['category', 'Charts 1', 'Others', moveCategory],
  ['tag', 'even1', 'odd', moveTag],
] as const)('a batch of a %s that moves reads no others, from the first to the last', async (...given) => {
  const [kind, from, to, moveVideos] = given;
  await sql`insert into topic_moves (kind, from_name, to_name) values (${kind}, ${from}, ${to})`.execute(
    database.db,
  );
  const undo = new Error('Undo.');
  const work = database.db.transaction().execute(async (tx) => {
    const move = await lockOpenMove(tx);
    if (!move) throw new Error('There is nothing to move.');
    // Most have moved already: they are not walked over.
    expect(await moveVideos(tx, { from, to, limit: VIDEOS / 4 })).toBeGreaterThanOrEqual(VIDEOS / 4);
    const before = await rowsReadIn(tx);
    expect(await moveVideos(tx, { from, to, limit: BATCH })).toBeGreaterThanOrEqual(BATCH);
    expect((await rowsReadIn(tx)) - before).toBeLessThan(MOST_ROWS);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  await sql`update topic_moves set finished_at = now()`.execute(database.db);
});
