import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeCategory, makeSource } from '../../test/factories.ts';
import { remakeStaleDocuments } from '../search/index.ts';
import { claimVideo } from './changes/lifecycle.ts';
import { publishEmbeds } from './changes/many.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await makeCategory(database.db, 'Charts');
});
afterAll(() => database.drop());

function draft(title: string, language: string | null = null) {
  const sourceUrl = `https://films.test/${encodeURIComponent(title)}`;
  const sourceUrlHash = createHash('sha256').update(sourceUrl).digest();
  return { title, description: '', tags: [], category: 'Charts', language, sourceUrl, sourceUrlHash };
}

async function languagesOf(title: string) {
  const { rows } = await sql<{ declared: string | null; ofWords: string | null }>`
    select v.language as declared, s.language as "ofWords"
    from videos v join video_search s on s.video_id = v.id where title = ${title}`.execute(database.db);
  return rows[0];
}

test('a video keeps the language that its source says; search the one of its words', async () => {
  const { db } = database;
  await claimVideo(db, { ...draft('Sierpinski', 'de'), sourceId: null });
  await claimVideo(db, { ...draft('Волны на берегу', 'de'), sourceId: null });
  const embed = { externalId: null, embedUrl: '', provider: 'p', durationSeconds: 1, pictureUrl: '' };
  const rest = { ...embed, width: null, height: null };
  const sourceId = await makeSource(db, { delivery: 'embed' });
  await publishEmbeds(db, sourceId, [
    { ...draft('Kaleidoskop'), ...rest, embedId: '1', language: 'de' },
    { ...draft('The sea at night'), ...rest, embedId: '2', language: null },
  ]);
  const all = async () =>
    Promise.all(['Sierpinski', 'Волны на берегу', 'Kaleidoskop', 'The sea at night'].map(languagesOf));
  const expected = [
    { declared: 'de', ofWords: 'de' },
    { declared: 'de', ofWords: 'ru' },
    { declared: 'de', ofWords: 'de' },
    { declared: null, ofWords: 'en' },
  ];
  expect(await all()).toEqual(expected);
  await sql`update video_search set stale = true, language = null`.execute(db);
  await remakeStaleDocuments(db, new AbortController().signal);
  expect(await all()).toEqual(expected);
});
