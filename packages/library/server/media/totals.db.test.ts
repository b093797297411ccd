import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeVideo } from '../../../test/factories.ts';
import { foldTotals, recordFiles, selectTotals } from './files/file-queries.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

async function recount(): Promise<unknown[]> {
  const { rows } = await sql`
    select place, purpose, count(*) as files, coalesce(sum(size_bytes), 0)::bigint as bytes
    from stored_files group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

test('the totals follow files that are recorded, moved, measured and deleted with their video', async () => {
  const [one, other] = [await makeVideo(db), await makeVideo(db)];
  for (const [n, id] of [one, other].entries()) {
    const file = { key: `videos/${id}/film`, purpose: 'play', name: 'video.mp4', place: 'fs' } as const;
    await recordFiles(db, id, [{ ...file, sizeBytes: 100 * n }]);
  }
  expect(await selectTotals(db)).toEqual(await recount());
  await sql`update stored_files set place = 's3', size_bytes = 7 where video_id = ${one}`.execute(db);
  await foldTotals(db);
  expect(await selectTotals(db)).toEqual(await recount());
  await sql`delete from videos where id = ${one}`.execute(db);
  expect(await selectTotals(db)).toEqual(await recount());
});

test('many writers and folders at once neither wait for each other for ever nor lose a file', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => makeVideo(db)));
  const write = async (n: number) => {
    for (let round = 0; round < 8; round += 1) {
      const purposes = ['play', 'thumbnail', 'preview'] as const;
      // In opposite orders: with locked rows of totals they would deadlock.
      const order = n % 2 ? purposes : purposes.toReversed();
      await db.transaction().execute(async (tx) => {
        for (const serves of order) {
          const file = { key: `videos/${n}-${round}-${serves}`, purpose: serves, name: `${round}.mp4` };
          await recordFiles(tx, ids[n] ?? '', [{ ...file, place: 'fs', sizeBytes: round }]);
          await foldTotals(tx);
        }
      });
    }
  };
  await Promise.all(ids.map((_, n) => write(n)));
  expect(await selectTotals(db)).toEqual(await recount());
  await foldTotals(db);
  expect(await selectTotals(db)).toEqual(await recount());
  const { rows } = await sql`select from storage_changes`.execute(db);
  expect(rows).toHaveLength(0);
});
