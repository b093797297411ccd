import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeCategory, makeVideo } from '../../../test/factories.ts';
import { selectLatest } from './queries.ts';

const CATEGORIES = ['Fractals', 'Automata', 'Gradients'];
const DAY_MS = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of CATEGORIES) await makeCategory(database.db, name);
});
afterAll(() => database.drop());

/** mulberry32, for repeatable failures. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function someCategory(random: () => number): string {
  return CATEGORIES[Math.floor(random() * CATEGORIES.length)] ?? '';
}

/** Often within the same minutes around the end of a month. */
function someMoment(random: () => number): Date {
  const dice = random();
  const spread = dice < 0.5 ? 20 * 60_000 : dice < 0.8 ? 5 * DAY_MS : 70 * DAY_MS;
  return new Date(Date.UTC(2026, 2, 31, 23, 50) + Math.floor(random() * spread));
}

async function expectListsToBeExact(): Promise<void> {
  const { db } = database;
  for (const category of [undefined, ...CATEGORIES]) {
    const { rows } = await sql<{ id: string }>`select id from videos where status = 'published'
      and (${category ?? null}::text is null or category = ${category ?? null})
      order by published_at desc, id desc`.execute(db);
    const expected = rows.map((row) => row.id);
    for (let offset = 0; offset < expected.length + 7; offset += 7) {
      const page = await selectLatest(db, { category, offset, limit: 7 });
      expect(page.total).toBe(expected.length);
      expect(page.rows.map((row) => row.id)).toEqual(expected.slice(offset, offset + 7));
    }
  }
  const { rows: tags } = await sql<{ tag: string; n: number }>`
    select tag, n from tag_totals where n <> 0 order by tag`.execute(db);
  const { rows: counted } = await sql<{ tag: string; n: number }>`
    select lower(tag) as tag, count(distinct v.id) as n from videos v, unnest(v.tags) as tag
    where v.status = 'published' group by 1 order by 1`.execute(db);
  expect(tags).toEqual(counted);
}

describe('lists by buckets', () => {
  test('are the same as walking the videos, whatever happens to them', async () => {
    const { db } = database;
    const random = randomFrom(20261120);
    const ids: string[] = [];
    const someId = () => ids[Math.floor(random() * ids.length)] ?? '';
    for (let step = 0; step < 160; step += 1) {
      const dice = random();
      if (dice < 0.55) {
        const status = random() < 0.8 ? 'published' : 'hidden';
        const tags = ['Zoom', 'zoom', 'slow', 'colour'].filter(() => random() < 0.5);
        const fields = { status, tags, category: someCategory(random), published_at: someMoment(random) };
        ids.push(await makeVideo(db, fields));
      } else if (dice < 0.7) {
        await sql`update videos set status = case status when 'published' then 'hidden' else 'published' end
          where id = ${someId()}`.execute(db);
      } else if (dice < 0.8) {
        await sql`update videos set category = ${someCategory(random)}, tags = '{moved}'
          where id = any (${[someId(), someId(), someId()]})`.execute(db);
      } else if (dice < 0.9) {
        await sql`update videos set published_at = ${someMoment(random)} where id = ${someId()}`.execute(db);
      } else {
        await sql`delete from videos where id = any (${[someId(), someId()]})`.execute(db);
      }
    }
    await expectListsToBeExact();
  });

  test('stay exact, and nobody deadlocks, with many writers at once', async () => {
    const { db } = database;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const random = randomFrom(writer + 1);
      const ids: string[] = [];
      for (let step = 0; step < 25; step += 1) {
        const tags = ['a', 'b', 'c', 'd'].filter(() => random() < 0.6);
        ids.push(
          await makeVideo(db, { tags, category: someCategory(random), published_at: someMoment(random) }),
        );
        if (step % 5 !== 4) continue;
        await sql`update videos set category = ${someCategory(random)}, published_at = ${someMoment(random)}
          where id = any (${ids.slice(-5)})`.execute(db);
        await sql`update videos set views = views + 1 where id = any (${ids})`.execute(db);
      }
      await sql`delete from videos where id = any (${ids.slice(0, 10)})`.execute(db);
    });
    await Promise.all(writers);
    await expectListsToBeExact();
  });

  test('follow a category that is given another name', async () => {
    const { db } = database;
    await sql`update categories set name = 'Colours' where name = 'Gradients'`.execute(db);
    CATEGORIES[2] = 'Colours';
    await expectListsToBeExact();
  });
});
