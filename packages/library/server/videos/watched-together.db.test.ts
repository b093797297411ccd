import { createCounts } from '@vesper/core/lib/counts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { forgetVisitors } from '../views/views.ts';
import { chooseFor } from './related/related.ts';
import { createVideoViewCounter, type VideoViewCounter } from './views.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NOON = new Date('2026-03-01T12:00:00Z');
const NEXT_DAY = new Date('2026-03-02T00:20:00Z');

let site: TestSite;
let now = NOON;
let views: VideoViewCounter;
let one: string;
let two: string;

beforeAll(async () => {
  site = await startTestSite();
  for (let n = 0; n < 15; n += 1) await makeVideo(site.base.db, { category: 'Others', title: `Chart ${n}` });
});
afterAll(() => site.close());

beforeEach(async () => {
  const { db, log } = site.base;
  await sql`truncate view_marks, watched_marks, watched_pairs`.execute(db);
  now = NOON;
  views = createVideoViewCounter({ db, counts: createCounts(), log, clock: { now: () => now } });
  one = await makeVideo(db, { title: 'First of two', category: 'Pairs' });
  two = await makeVideo(db, { title: 'Second', category: 'Others' });
});

const visitor = (network: number, userAgent = BROWSER) => ({ address: `198.51.${network}.7`, userAgent });

/** In one tab. */
async function watchBoth(from: ReturnType<typeof visitor>, [before, then] = [one, two]): Promise<void> {
  await views.register(before, from);
  await views.register(then, from, before);
}

async function count(table: 'watched_marks' | 'watched_pairs' | 'view_salts'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    site.base.db,
  );
  return rows[0]?.n ?? 0;
}

async function nextDay(): Promise<void> {
  await views.stop();
  await forgetVisitors(site.base.db, NEXT_DAY);
}

async function networksOf(id: string): Promise<number[]> {
  const { rows } = await sql<{ networks: number }>`
    select networks from watched_pairs where video_id = ${id} order by other_id`.execute(site.base.db);
  return rows.map(({ networks }) => networks);
}

describe('videos watched one after the other', () => {
  test('in three networks make each related to the other; marks and salt are gone with the day', async () => {
    for (const network of [1, 2, 3])
      await watchBoth(visitor(network), network === 2 ? [two, one] : [one, two]);
    await views.stop();
    expect(await count('watched_marks')).toBe(3);
    await nextDay();
    expect([await networksOf(one), await networksOf(two)]).toEqual([[3], [3]]);
    expect([await count('watched_marks'), await count('view_salts')]).toEqual([0, 0]);
    const chosen = await chooseFor(site.base.db, one);
    expect(chosen?.find(({ id }) => id === two)?.because).toBe('together');
    const stored = await sql<{
      all: string;
    }>`select string_agg(p::text, '') as all from watched_pairs p`.execute(site.base.db);
    expect(stored.rows[0]?.all).not.toContain('198.51');
  });

  test('in fewer are forgotten with the day, and do not add up over days', async () => {
    for (const network of [1, 2]) await watchBoth(visitor(network));
    await nextDay();
    expect(await count('watched_pairs')).toBe(0);
    now = new Date('2026-03-02T12:00:00Z');
    await watchBoth(visitor(3));
    await views.stop();
    await forgetVisitors(site.base.db, new Date('2026-03-03T00:20:00Z'));
    expect(await count('watched_pairs')).toBe(0);
  });

  test('in a network count once a day, whatever browsers it names and in whichever order', async () => {
    for (let n = 0; n < 20; n += 1)
      await watchBoth(visitor(1, `${BROWSER} number ${n}`), n % 2 === 0 ? [one, two] : [two, one]);
    await views.stop();
    expect(await count('watched_marks')).toBe(1);
  });

  test('add up over days, and are forgotten when nobody has watched them for a season', async () => {
    for (const network of [1, 2, 3, 4]) await watchBoth(visitor(network));
    await nextDay();
    now = new Date('2026-03-02T12:00:00Z');
    for (const network of [1, 2, 3]) await watchBoth(visitor(network));
    await views.stop();
    await forgetVisitors(site.base.db, new Date('2026-03-03T00:20:00Z'));
    expect(await networksOf(one)).toEqual([7]);
    await forgetVisitors(site.base.db, new Date('2026-07-01T00:20:00Z'));
    expect(await networksOf(one)).toEqual([]);
  });
});

describe('what a browser only says', () => {
  const marksAfter = async (before: string, from = visitor(1)) => {
    await views.register(two, from, before);
    await views.stop();
    return count('watched_marks');
  };

  test('counts only of a video that the same visitor has a counted view of', async () => {
    await views.register(one, visitor(2));
    expect(await marksAfter(one)).toBe(0);
  });

  test.each(['nobody', "' or true --"])('of %j counts nothing', async (before) => {
    expect(await marksAfter(before)).toBe(0);
  });

  test('of itself, or by a robot, counts nothing', async () => {
    await views.register(two, visitor(1));
    await sql`update view_marks set counted_at = counted_at - interval '2 hours'`.execute(site.base.db);
    expect(await marksAfter(two)).toBe(0);
    await watchBoth(visitor(3, 'Googlebot/2.1'));
    await views.stop();
    expect(await count('watched_marks')).toBe(0);
  });

  test('of ever more pairs is counted up to a limit for one network', async () => {
    const { db } = site.base;
    const ids: string[] = [];
    for (let n = 0; n < 24; n += 1) ids.push(await makeVideo(db, { category: 'Many' }));
    for (const [n, before] of ids.entries())
      for (const then of ids.slice(n + 1)) {
        const from = visitor(8, `${BROWSER} ${n}`);
        await views.register(before, from);
        await views.register(then, from, before);
      }
    await views.stop();
    expect(await count('watched_marks')).toBe(120);
  });
});
