import type { SuggestionKind } from '@vesper/contract';
import { removeVideo } from '@vesper/library/videos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { createRenewal, renewSuggestions, suggest } from './suggestions.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

const signal = new AbortController().signal;

let site: TestSite;
let film: string;
let other: string;
beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.base;
  film = await makeVideo(db, {
    title: 'Quasicrystal in copper',
    description: 'Not cheap.',
    category: 'Quarries',
    tags: ['quasi waves'],
  });
  other = await makeVideo(db, { title: 'Slow Quasicrystal', tags: ['quasi waves', 'quiet'] });
  await db
    .insertInto('keywords')
    .values([keyword('quasi worlds', 'en'), keyword('quasi welten', 'de')])
    .execute();
  await db
    .insertInto('keyword_standing')
    .columns(['keyword_id', 'shown'])
    .expression((eb) => eb.selectFrom('keywords').select(['id', (one) => one.val('{}').as('shown')]))
    .execute();
  await db
    .insertInto('searches')
    .values([
      { day: '2026-11-19', text: 'quasi slow', networks: 12, results: 3 },
      // Unknown words, and an exclusion.
      { day: '2026-11-19', text: 'quasi cheap', networks: 12, results: 3 },
      { day: '2026-11-19', text: 'quasi quiet -slow', networks: 12, results: 3 },
      { day: '2026-11-19', text: 'quasi nothing', networks: 12, results: 0 },
      // On two days perhaps by the same networks.
      { day: '2026-11-18', text: 'quasi rare', networks: 9, results: 3 },
      { day: '2026-11-19', text: 'quasi rare', networks: 9, results: 3 },
      { day: '2026-09-01', text: 'quasi old', networks: 90, results: 3 },
    ])
    .execute();
  await renewSuggestions(db, NOW);
});
afterAll(() => site.close());

function keyword(name: string, languageCode: string) {
  return {
    ...{ keyword: name, slug: name.replace(' ', '-'), language_code: languageCode, reviewed_at: NOW },
    ...{ meta_title: name, meta_description: name },
  };
}

async function suggested(text: string, language?: string): Promise<[SuggestionKind, string][]> {
  const { suggestions } = await site.client.searches.suggest({ text, ...(language ? { language } : {}) });
  return suggestions.map((one) => [one.kind, one.text]);
}

describe('while a text is typed', () => {
  test('common searches, categories, tags, keywords and titles are suggested, with their pages', async () => {
    const { suggestions } = await site.client.searches.suggest({ text: 'qu' });
    expect(suggestions).toEqual([
      { kind: 'search', text: 'quasi slow', path: '/?search=quasi+slow' },
      { kind: 'category', text: 'Quarries', path: expect.stringMatching(/^\/category\/quarries/) },
      { kind: 'tag', text: 'quasi waves', path: '/?tag=quasi+waves' },
      { kind: 'tag', text: 'quiet', path: '/?tag=quiet' },
      { kind: 'keyword', text: 'quasi worlds', path: '/en/quasi-worlds' },
      { kind: 'video', text: 'Slow Quasicrystal', path: `/video/${other}` },
      { kind: 'video', text: 'Quasicrystal in copper', path: `/video/${film}` },
    ]);
  });

  test.each(['', '  ', '!?', 'zzzz', '%', '_', '\\', 'q'.repeat(999)])('nothing for %.20s', async (text) => {
    expect(await suggested(text)).toEqual([]);
  });
});

test('removed, renamed, emptied, disabled or settled entries are no longer suggested at once', async () => {
  const { db } = site.base;
  const admin = await site.admin();
  await removeVideo(db, film);
  expect(await suggested('copper')).toEqual([]);
  expect(await suggested('quarr')).toEqual([]);
  expect(await suggested('quasi wa')).toEqual([['tag', 'quasi waves']]);
  await db.updateTable('videos').set({ title: 'Renamed' }).where('id', '=', other).execute();
  expect(await suggested('slow q')).toEqual([]);
  await admin.searches.settle({ text: 'quasi slow', isSettled: true });
  expect(await suggested('quasi s')).toEqual([]);
  await db.updateTable('keywords').set({ enabled: false }).where('keyword', '=', 'quasi worlds').execute();
  expect(await suggested('quasi wo')).toEqual([]);
});

test('a new title is suggested within a minute, and the results of searches are counted every half hour', async () => {
  const { db, refusals } = site.base;
  let minute = 0;
  const clock = { now: () => new Date(NOW.getTime() + minute * 60_000) };
  const renew = createRenewal({ db, clock, refusals });
  const counts = () => site.queries.filter((text) => text.includes('coalesce(results, 0) = 0')).length;
  await renew(signal);
  const counted = counts();
  for (minute of [1, 2]) {
    const id = await makeVideo(db, { title: `Zoetrope ${minute}` });
    expect(await suggested(`zoetrope ${minute}`)).toEqual([]);
    await renew(signal);
    expect(await suggested(`zoetrope ${minute}`)).toEqual([['video', `Zoetrope ${minute}`]]);
    await removeVideo(db, id);
  }
  expect(counts()).toBe(counted);
  minute = 30;
  await renew(signal);
  expect(counts()).toBe(counted + 1);
});

test('a typed text reads a fixed number of rows by the index', async () => {
  const { pool } = site.base;
  await pool.query(
    `insert into videos (title, description, category, slug, kind, status, video_url, published_at, generation, source_url, source_url_hash)
     select 'Wave ' || (array['slow', 'wide', 'warm'])[1 + n % 3] || ' ' || md5(n::text), '', 'Quarries', 'wave', 'remote', 'published',
       'https://cdn.example/' || n, now(), (select generation from library),
       'https://source.test/wave/' || n, sha256(n::text::bytea) from generate_series(1, 4000) as n`,
  );
  await pool.query(
    `insert into video_search (video_id, doc, views, visible, tier)
     select id, to_tsvector('simple', title), 0, true, 0 from videos where slug = 'wave'`,
  );
  const asked: Asked[] = [];
  const db = recordingDb(pool, (query) => asked.push(query));
  expect(await renewSuggestions(db, NOW)).toBeGreaterThan(4000);
  await pool.query('vacuum analyze search_suggestions');
  for (const text of ['w', 'wa', 'wave', 'wave s', 'wave slow a', 'warm']) {
    asked.length = 0;
    expect((await suggest(db, { text })).length, text).toBeGreaterThan(0);
    expect(asked).toHaveLength(1);
    for (const { sql, parameters } of asked)
      for (const node of await explain(pool, sql, parameters)) {
        const step = `${text}: ${node['Node Type']} on ${node['Relation Name'] ?? 'rows'}`;
        expect(rowsOf(node), step).toBeLessThanOrEqual(300);
        if (node['Relation Name'] === 'search_suggestions')
          expect(node['Index Name'], step).toBe('search_suggestions_by_beginning');
      }
  }
});
