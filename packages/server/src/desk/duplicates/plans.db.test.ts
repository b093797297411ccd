import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../kernel/db/pool.ts';
import { createCatalogueDatabase } from '../../test/catalogue-database.ts';
import type { TestDatabase } from '../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../test/explain.ts';
import {
  selectDecidedVideos,
  selectDecisions,
  selectKnownByAddress,
  selectKnownByContent,
  selectLikeVideos,
  selectTitleKey,
} from './queries.ts';

/** A hundred of each of three looks, read and put together, and those of the next lengths that are passed over. */
const MOST_ROWS = 700;
/** The one row of the library's generation, and the sources, of which there are some tens: not by an index. */
const SMALL = ['library', 'video_sources'];

let database: TestDatabase;
let db: Db;
let asked: Asked[] = [];

beforeAll(async () => {
  database = await createCatalogueDatabase();
  db = recordingDb(database.pool, (query) => asked.push(query));
});
afterAll(() => database.drop());

async function mostRows(): Promise<number> {
  let most = 0;
  for (const { sql: text, parameters } of asked) {
    if (!/\b(videos|duplicate_decisions)\b/.test(text)) continue;
    const values = parameters.map((value) => (Array.isArray(value) ? value.map(hexOf) : hexOf(value)));
    for (const node of await explain(database.pool, text, values)) {
      if (!SMALL.includes(String(node['Relation Name'])))
        expect(node['Node Type'], text).not.toBe('Seq Scan');
      most = Math.max(most, rowsOf(node));
    }
  }
  return most;
}

function hexOf(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

test('what a video is like is looked up in a range of an index, however common its beginning', async () => {
  const addressHash = Buffer.alloc(32);
  const { rows } = await sql<{ title: string; duration: number }>`
    select title, duration from videos where status = 'published' order by id limit 20`.execute(database.db);
  // A thousand videos of one length that all begin and end alike.
  await sql`update videos set duration = 77, title = 'The same beginning ' || id || ' and the same end'
    where id in (select id from videos order by id desc limit 1000)`.execute(database.db);
  const wanted = [...rows, { title: 'The same beginning of another and the same end', duration: 77 }];
  asked = [];
  for (const { title, duration } of wanted) {
    const titleKey = await selectTitleKey(db, title);
    const found = await selectLikeVideos(db, { titleKey, durationSeconds: duration, addressHash });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(300);
  }
  expect(await mostRows()).toBeLessThanOrEqual(MOST_ROWS);
});

test('what is known by its address or its file is one row', async () => {
  const { rows } = await sql<{ id: string; hash: Buffer }>`
    update videos set content_sha256 = source_url_hash
    where id = (select min(id) from videos) returning id, source_url_hash as hash`.execute(database.db);
  const { id, hash } = rows[0] ?? { id: '', hash: Buffer.alloc(32) };
  asked = [];
  expect(await selectKnownByAddress(db, [hash])).toMatchObject({ id });
  expect(
    await selectKnownByContent(db, { contentSha256: hash, addressHash: Buffer.alloc(32) }),
  ).toMatchObject({ id });
  expect(await mostRows()).toBeLessThanOrEqual(10);
});

test('a page of decisions is a range of an index, and its videos are found one by one', async () => {
  await sql`insert into duplicate_decisions
      (source_url, source_url_hash, title, video_id, existing_video_id, test, reason, outcome)
    select 'https://a.test/', source_url_hash, title, id, id, 'likeness', 'Alike.',
      case when n % 1000 = 0 then 'suspected' else 'skipped' end
    from (select *, row_number() over (order by id) as n from videos) as v`.execute(database.db);
  await sql`analyze duplicate_decisions`.execute(database.db);
  const rows = [];
  asked = [];
  for (const outcome of [undefined, 'suspected', 'skipped', 'kept']) {
    const first = await selectDecisions(db, { outcome, limit: 51 });
    const before = first.at(-1)?.id;
    rows.push(...first, ...(await selectDecisions(db, { outcome, before: String(before ?? 1), limit: 51 })));
  }
  const ids = rows.flatMap(({ existing_video_id: id }) => id ?? []).slice(0, 100);
  expect(await selectDecidedVideos(db, ids)).toHaveLength(new Set(ids).size);
  expect(await mostRows()).toBeLessThanOrEqual(100);
});

test.each([
  ['  Crème   BRÛLÉE — the “slow” gradient! ', 'creme brulee the slow gradient'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
  ['Часть 1: Градиент', 'часть 1 градиент'],
  ['分形缩放、视频', '分形缩放 视频'],
  ['!!!', ''],
  ['a'.repeat(5000), 'a'.repeat(200)],
])('the key of %j is %j', async (title, key) => {
  expect(await selectTitleKey(database.db, title)).toBe(key);
});
