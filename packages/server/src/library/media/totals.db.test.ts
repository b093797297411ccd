import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../kernel/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeVideo } from '../../test/factories.ts';
import { recordFiles } from './files/file-queries.ts';
import { foldTotals, selectTotals } from './files/totals-queries.ts';

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

const place = fc.constantFrom('fs', 's3');
const purpose = fc.constantFrom('play', 'thumbnail', 'preview');
const size = fc.option(fc.integer({ min: 0, max: 2 ** 40 }));
const video = fc.nat({ max: 3 });

/** What happens to files; each in a transaction of its own, some of which fail at their end. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('record'), video, place, purpose, size, name: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('move'), place }),
  fc.record({ kind: fc.constant('measure'), size }),
  fc.record({ kind: fc.constant('forget'), video }),
  fc.record({ kind: fc.constant('delete video'), video }),
  fc.record({ kind: fc.constant('mark'), video }),
  fc.record({ kind: fc.constant('fold') }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function apply(tx: Db, videos: string[], done: Change): Promise<void> {
  const id = 'video' in done ? (videos[done.video] ?? '') : '';
  if (done.kind === 'record' && 'name' in done) {
    videos[done.video] = await ensureVideo(tx, id);
    const { place: at, purpose: serves, size: sizeBytes } = done;
    const name = `${done.name}.mp4`;
    const key = `videos/${videos[done.video]}/${serves}-${name}-${sizeBytes}`;
    const file = { key, purpose: serves, name, place: at, sizeBytes } as Parameters<typeof recordFiles>[2][0];
    await recordFiles(tx, videos[done.video] ?? '', [file]);
  }
  if (done.kind === 'move' && 'place' in done)
    await sql`update stored_files set place = ${done.place} where name < '2'`.execute(tx);
  if (done.kind === 'measure' && 'size' in done)
    await sql`update stored_files set size_bytes = ${done.size}::bigint where name > '1'`.execute(tx);
  if (done.kind === 'forget') await sql`delete from stored_files where video_id = ${id}`.execute(tx);
  if (done.kind === 'delete video') await sql`delete from videos where id = ${id}`.execute(tx);
  if (done.kind === 'mark')
    await sql`update stored_files set quarantined_at = now() where video_id = ${id}`.execute(tx);
  if (done.kind === 'fold') await foldTotals(tx);
}

async function ensureVideo(tx: Db, id: string): Promise<string> {
  const { rows } = await sql`select from videos where id = ${id}`.execute(tx);
  return rows.length > 0 ? id : makeVideo(tx);
}

test('whatever happens to files, the totals are those of a recount', async () => {
  const steps = fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const videos: string[] = [];
      for (const [done, fails] of changes) {
        const known = [...videos];
        await db
          .transaction()
          .execute(async (tx) => {
            await apply(tx, videos, done);
            if (fails) throw new Error('Rolled back.');
          })
          .catch((error: Error) => {
            if (error.message !== 'Rolled back.') throw error;
            videos.splice(0, videos.length, ...known);
          });
        expect(await selectTotals(db)).toEqual(await recount());
      }
    }),
    { numRuns: 25 },
  );
});

test('many writers and folders at once neither wait for each other for ever nor lose a file', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => makeVideo(db)));
  const write = async (n: number) => {
    for (let round = 0; round < 8; round += 1) {
      const purposes = ['play', 'thumbnail', 'preview'] as const;
      // Each in an order of its own: with locked rows of totals they would get in each other's way.
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
