import { createCounts } from '@vesper/core/lib/counts.ts';
import { createSynonymDirectory } from '@vesper/library/search';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetVisitors } from '../../../library/server/views/views.ts';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { countResults, createSearchRecorder, forgetSearches } from './searches.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
const NOON = new Date('2026-11-20T12:00:00Z');
const NEXT_DAY = new Date('2026-11-21T00:10:00Z');

let site: TestSite;
let now = NOON;
beforeAll(async () => {
  site = await startTestSite({}, { clock: { now: () => now } });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = NOON;
  for (const table of ['searches', 'search_marks', 'search_counts', 'settled_searches', 'keywords'] as const)
    await site.base.db.deleteFrom(table).execute();
});

function newRecorder() {
  return createSearchRecorder({ ...site.base, clock: { now: () => now }, counts: createCounts() });
}

/** Returns how many counted. */
async function askFrom(networks: number, text: string, first = 1): Promise<number> {
  const recorder = newRecorder();
  let counted = 0;
  for (let n = first; n < first + networks; n += 1)
    if (await recorder.record({ text, visitor: { address: `198.51.${n}.7`, userAgent: PERSON } }))
      counted += 1;
  return counted;
}

function countAll(): Promise<void> {
  const { db, refusals } = site.base;
  return countResults(
    { db, synonyms: createSynonymDirectory(db, refusals) },
    now,
    AbortSignal.timeout(60_000),
  );
}

async function keptText(): Promise<string> {
  const { db } = site.base;
  const rows = await Promise.all(
    (['searches', 'search_marks', 'search_counts'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    ),
  );
  return JSON.stringify(rows.flat().map((row) => Object.values(row).map((value) => String(value))));
}

async function namesOf(state: 'open' | 'all' = 'all'): Promise<string[]> {
  const admin = await site.admin();
  const { searches } = await admin.searches.list({ state });
  return searches.map(({ text }) => text);
}

describe('a search', () => {
  test('is stored and shown only once five networks have made it', async () => {
    expect(await askFrom(4, 'Slow  Waves')).toBe(4);
    expect(await keptText()).not.toMatch(/slow|waves|198\.51/i);
    expect(await namesOf()).toEqual([]);
    expect(await askFrom(1, 'slow waves', 5)).toBe(1);
    expect(await namesOf()).toEqual(['slow waves']);
    expect(await keptText()).not.toContain('198.51');
  });

  test('counts a network once, whatever the address, the browser and the case', async () => {
    const recorder = newRecorder();
    const ask = (text: string, address: string, userAgent = PERSON) =>
      recorder.record({ text, visitor: { address, userAgent } });
    expect(await ask('zoom', '198.51.1.1')).toBe(true);
    expect(await ask('ZOOM ', '198.51.1.99')).toBe(false);
    expect(await ask('zoom', '198.51.1.1', `${PERSON} other`)).toBe(false);
    expect(await ask('zoom', '2001:db8:1::1')).toBe(true);
    expect(await ask('zoom', '2001:db8:2::1')).toBe(false);
    const together = await Promise.all(Array.from({ length: 5 }, () => ask('ripple', '198.51.3.1')));
    expect(together.filter(Boolean)).toHaveLength(1);
  });

  test.each([
    ['robots', 'waves', 'SomeBot/1.0 (+https://bot.example)'],
    ['nameless browsers', 'waves', ''],
  ])('leaves out %s', async (_, text, userAgent) => {
    const visitor = { address: '198.51.1.1', userAgent };
    expect(await newRecorder().record({ text, visitor })).toBe(false);
    expect(await keptText()).toBe('[]');
  });

  test('invented by a flood takes bounded space', async () => {
    const recorder = newRecorder();
    const counted: boolean[] = [];
    for (let n = 0; n < 100; n += 1)
      counted.push(
        await recorder.record({
          text: `invented ${n}`,
          visitor: { address: '198.51.1.1', userAgent: PERSON },
        }),
      );
    expect(counted.filter(Boolean)).toHaveLength(60);
  });

  test('loses its marks and salt with the day, and is deleted after ninety days', async () => {
    await askFrom(5, 'waves');
    now = NEXT_DAY;
    await askFrom(1, 'waves');
    await forgetSearches(site.base.db, now);
    await forgetVisitors(site.base.db, now);
    const { db } = site.base;
    const marks = await db.selectFrom('search_marks').selectAll().execute();
    expect(marks).toHaveLength(1);
    expect(await db.selectFrom('search_counts').selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom('view_salts').selectAll().execute()).toHaveLength(1);
    expect(await namesOf()).toEqual(['waves']);
    await forgetSearches(db, new Date(NOON.getTime() + 91 * 86_400_000));
    expect(await db.selectFrom('searches').selectAll().execute()).toEqual([]);
  });
});

describe('the list', () => {
  test('has searches without results first, then the most frequent', async () => {
    await makeVideo(site.base.db, { title: 'Harmonograph in copper' });
    await askFrom(9, 'harmonograph');
    await askFrom(5, 'lissajous');
    await askFrom(7, 'oscillon');
    await countAll();
    const { searches, next } = await (await site.admin()).searches.list({});
    expect(searches).toEqual([
      expect.objectContaining({ text: 'oscillon', networks: 7, results: 0 }),
      expect.objectContaining({ text: 'lissajous', networks: 5, results: 0 }),
      expect.objectContaining({ text: 'harmonograph', networks: 9, results: 1, lastDay: '2026-11-20' }),
    ]);
    expect(next).toBeNull();
  });

  test('covers the requested days, page by page', async () => {
    await askFrom(5, 'first day');
    now = NEXT_DAY;
    await askFrom(5, 'second day');
    await askFrom(6, 'first day');
    const admin = await site.admin();
    const one = await admin.searches.list({ from: '2026-11-20', to: '2026-11-20' });
    expect(one.searches.map(({ text }) => text)).toEqual(['first day']);
    const both = await admin.searches.list({ limit: 1 });
    expect(both.searches).toMatchObject([{ text: 'first day', networks: 11, days: 2 }]);
    expect(both.next).toBe(1);
    const rest = await admin.searches.list({ limit: 1, after: 1 });
    expect(rest.searches.map(({ text }) => text)).toEqual(['second day']);
    expect(rest.next).toBeNull();
  });

  test('leaves out keywords and settled searches, unless all are requested', async () => {
    for (const text of ['spirals', 'hexagons', 'tilings', 'helices']) await askFrom(5, text);
    const admin = await site.admin();
    const { id } = await admin.keywords.create({
      keyword: 'Spirals',
      slug: 'spirals',
      metaTitle: 'Spirals',
      metaDescription: 'Slow spirals.',
    });
    await admin.synonyms.create({ words: ['Helices', 'screws'] });
    expect(await admin.searches.settle({ text: 'tilings', isSettled: true })).toEqual({ changed: true });
    expect(await admin.searches.settle({ text: 'tilings', isSettled: true })).toEqual({ changed: false });
    await expect.poll(() => namesOf('open'), { timeout: 10_000 }).toEqual(['hexagons']);
    const { searches } = await admin.searches.list({ state: 'all' });
    expect(searches).toEqual([
      expect.objectContaining({ text: 'helices', keywordId: null, isSynonym: true, isSettled: false }),
      expect.objectContaining({ text: 'hexagons', keywordId: null, isSynonym: false, isSettled: false }),
      expect.objectContaining({ text: 'spirals', keywordId: id, isSettled: false }),
      expect.objectContaining({ text: 'tilings', keywordId: null, isSettled: true }),
    ]);
    expect(await admin.searches.settle({ text: 'Tilings ', isSettled: false })).toEqual({ changed: true });
    expect(await namesOf('open')).toEqual(['hexagons', 'tilings']);
  });
});

test('a browser counts its searches by a call', async () => {
  expect(await site.client.searches.asked({ text: 'waves' })).toEqual({ counted: true });
  expect(await site.client.searches.asked({ text: 'waves' })).toEqual({ counted: false });
});
