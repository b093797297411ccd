import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeVideo } from '../../../test/factories.ts';
import { remakeStaleDocuments, searchVideos } from './search.ts';
import { DOCUMENT_RULES, formerFold } from './tokens.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const unending = new AbortController().signal;
const shown = { columns: sql`v.id`, condition: sql`true` };

async function countFound(text: string): Promise<number> {
  return (await searchVideos(database.db, { text, offset: 0, limit: 1, shown })).total;
}

/** A document of before the first rules: words split by spaces, or `words`. */
async function makeFormer(title: string, words = formerFold(title).split(' ')): Promise<void> {
  const id = await makeVideo(database.db, { title, tags: [title] });
  const doc = words.map((word, n) => `'${word}':${n + 1}A`).join(' ');
  await sql`update video_search set doc = ${doc}::tsvector, rules = 0 where video_id = ${id}`.execute(
    database.db,
  );
}

test('no search loses results while documents are made again', async () => {
  for (let n = 0; n < 30; n += 1) await makeFormer('Straße أمواج');
  await makeFormer('オートマトン', ['オ', 'ー', 'トマ', 'マト', 'トン']);
  for (const title of ['Straße أمواج', 'オートマトン']) await makeVideo(database.db, { title });
  const asked = { Straße: 31, 'straße أمواج': 31, '"Straße أمواج"': 31, straß: 31, オートマトン: 2 };
  const missing = async () => {
    const found = await Promise.all(Object.keys(asked).map(countFound));
    return Object.values(asked).filter((count, n) => count !== found[n]);
  };
  expect(await missing()).toEqual([]);
  // Only new documents have the new spelling.
  expect(await countFound('strasse')).toBe(1);
  let isDone = false;
  const remaking = remakeStaleDocuments(database.db, unending).then(() => {
    isDone = true;
  });
  let rounds = 0;
  while (!isDone || rounds === 0) {
    expect(await missing()).toEqual([]);
    rounds += 1;
  }
  await remaking;
  expect(await missing()).toEqual([]);
  expect(await countFound('strasse')).toBe(31);
  expect(await countFound('امواج')).toBe(31);
});

test('stale documents come first, and an interrupted run continues', async () => {
  await sql`update video_search set rules = 0`.execute(database.db);
  const cut = new AbortController();
  const ids = await sql<{
    id: string;
  }>`select video_id as id from video_search order by video_id desc limit 1`
    .execute(database.db)
    .then(({ rows }) => rows.map(({ id }) => id));
  await sql`update video_search set stale = true, doc = '' where video_id = any (${ids})`.execute(
    database.db,
  );
  cut.abort();
  await expect(remakeStaleDocuments(database.db, cut.signal)).rejects.toThrow();
  await remakeStaleDocuments(database.db, unending);
  const { rows } = await sql`select from video_search where stale or rules < ${DOCUMENT_RULES}`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
});

test('documents of former rules are found by an index, which names the present rules', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('video_search_former_rules'::regclass) as definition`.execute(database.db);
  expect(rows[0]?.definition).toContain(`(rules < ${DOCUMENT_RULES})`);
});
