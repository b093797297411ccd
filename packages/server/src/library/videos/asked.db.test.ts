import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../test/factories.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

async function publish(...titles: string[]): Promise<void> {
  for (const title of titles) await makeVideo(site.base.db, { title, category: 'Clocks', height: 2160 });
}

/** However a list is asked for, it has the same videos. */
const LISTS = [
  {},
  { sort: 'newest' },
  { sort: 'views', quality: '4k' },
  { category: 'Clocks' },
  { date: 'week', tag: undefined },
] as const;

async function titlesOf(search: string): Promise<string[]> {
  const lists = await Promise.all(LISTS.map((more) => site.client.videos.list({ search, ...more })));
  const found = lists.map(({ videos }) => videos.map(({ title }) => title).sort());
  for (const one of found) expect(one, search).toEqual(found[0]);
  for (const { pagination } of lists) expect(pagination.totalVideos).toBe(found[0]?.length);
  return found[0] ?? [];
}

describe('a search', () => {
  test('finds words in quotes as neighbours, in this order', async () => {
    await publish('Pendulum in slow motion', 'Motion of a slow pendulum', 'Slow pendulum, no motion');
    expect(await titlesOf('"slow motion"')).toEqual(['Pendulum in slow motion']);
    expect(await titlesOf('pendulum “slow motion”')).toEqual(['Pendulum in slow motion']);
    expect(await titlesOf('slow motion')).toHaveLength(3);
    expect(await titlesOf('"slow moti"')).toEqual([]);
    expect(await titlesOf('"pend"')).toEqual([]);
  });

  test('leaves out what stands behind a minus', async () => {
    await publish('Bell tower', 'Bell tower at night', 'Bell at night', 'Bell');
    expect(await titlesOf('bell -tower')).toEqual(['Bell', 'Bell at night']);
    expect(await titlesOf('bell -tower -night')).toEqual(['Bell']);
    expect(await titlesOf('bell -"tower at"')).toEqual(['Bell', 'Bell at night', 'Bell tower']);
    expect(await titlesOf('"bell tower" -night')).toEqual(['Bell tower']);
    expect(await titlesOf('bell -nowhere')).toHaveLength(4);
    // More than are looked up, of beginnings of any length.
    expect(await titlesOf('bell -a -b -c -d -e -night')).toEqual(['Bell', 'Bell tower']);
    expect(await titlesOf('bel -tower')).toEqual(['Bell', 'Bell at night']);
    expect(await titlesOf('b -tower -night')).toEqual(['Bell']);
    expect(await titlesOf('bell n -tower')).toEqual(['Bell at night']);
  });

  test('leaves out in scripts without spaces', async () => {
    await publish('火车 蒸汽', '火车 雪');
    expect(await titlesOf('火车 -蒸汽')).toEqual(['火车 雪']);
  });

  test('finds nothing where only something is left out', async () => {
    for (const search of ['-bell', '-"bell tower" -night', '-']) expect(await titlesOf(search)).toEqual([]);
  });

  test('takes whatever is typed', async () => {
    const floods = [
      'a b ',
      '"',
      '-',
      '-a ',
      '"a" ',
      '-"a',
      '“„',
      '「',
      '波 -',
      "'",
      '\\',
      '& | ! ( ) <-> :* ',
    ];
    for (const flood of floods) await titlesOf(flood.repeat(400));
    await titlesOf(`bell ${'-tower '.repeat(200)}`);
    await titlesOf('Bell колокол 鐘 جرس ზარი "波 bell" -колокол');
  });
});
