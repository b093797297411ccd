import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeVideo } from '../../test/factories.ts';
import { tagWords, titleQuery } from './document.ts';
import { formerFold } from './fold.ts';
import { remakeStaleDocuments, searchVideos } from './search.ts';
import { DOCUMENT_RULES } from './tokens.ts';

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

/** As the program before the first rules made it: words by blanks, or letter by letter where there are none. */
async function makeFormer(title: string, words = formerFold(title).split(' ')): Promise<void> {
  const id = await makeVideo(database.db, { title, tags: [title] });
  const doc = words.map((word, n) => `'${word}':${n + 1}A`).join(' ');
  await sql`update video_search set doc = ${doc}::tsvector, rules = 0 where video_id = ${id}`.execute(
    database.db,
  );
}

test('no search loses results while documents are made again', async () => {
  for (let n = 0; n < 450; n += 1) await makeFormer('Straße أمواج');
  await makeFormer('オートマトン', ['オ', 'ー', 'トマ', 'マト', 'トン']);
  for (const title of ['Straße أمواج', 'オートマトン']) await makeVideo(database.db, { title });
  const asked = { Straße: 451, 'straße أمواج': 451, '"Straße أمواج"': 451, straß: 451, オートマトン: 2 };
  const missing = async () => {
    const found = await Promise.all(Object.keys(asked).map(countFound));
    return Object.values(asked).filter((count, n) => count !== found[n]);
  };
  expect(await missing()).toEqual([]);
  // These ask for the new spelling alone, which only new documents have.
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
  expect(await countFound('strasse')).toBe(451);
  expect(await countFound('امواج')).toBe(451);
});

test('one by one, each search by tag or title finds old and new documents alike', async () => {
  await makeFormer('Łódź Ærø');
  await makeVideo(database.db, { title: 'Łódź Ærø' });
  const count = async (query: string) =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from video_search where doc @@ ${query}::tsquery`.execute(database.db)
    ).rows[0]?.n;
  for (const query of [...tagWords('Łódź Ærø'), titleQuery('Łódź Ær')?.inTitle ?? ''])
    expect(await count(query)).toBe(2);
});

test('what is stale comes first, and a run that is cut off goes on', async () => {
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
