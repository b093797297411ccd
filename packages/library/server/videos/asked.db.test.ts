import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { foldSearchWords } from '../search/words/vocabulary.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

async function publish(...titles: string[]): Promise<void> {
  for (const title of titles) await makeVideo(site.base.db, { title, category: 'Clocks', height: 2160 });
  await foldSearchWords(site.base.db, new AbortController().signal);
}

const PAGE = 24;

/** All must have the same videos. */
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
  for (const { pagination, videos } of lists)
    expect(Math.min(pagination.totalVideos, PAGE)).toBe(videos.length);
  return found[0] ?? [];
}

describe('a search', () => {
  test('leaves out what stands behind a minus', async () => {
    await publish('Bell tower', 'Bell tower at night', 'Bell at night', 'Bell');
    expect(await titlesOf('bell -tower')).toEqual(['Bell', 'Bell at night']);
    expect(await titlesOf('bell -tower -night')).toEqual(['Bell']);
    expect(await titlesOf('bell -"tower at"')).toEqual(['Bell', 'Bell at night', 'Bell tower']);
    expect(await titlesOf('"bell tower" -night')).toEqual(['Bell tower']);
    expect(await titlesOf('bell -nowhere')).toHaveLength(4);
    // More exclusions than are looked up; prefixes of any length.
    expect(await titlesOf('bell -a -b -c -d -e -night')).toEqual(['Bell', 'Bell tower']);
    expect(await titlesOf('bel -tower')).toEqual(['Bell', 'Bell at night']);
    expect(await titlesOf('b -tower -night')).toEqual(['Bell']);
    expect(await titlesOf('bell n -tower')).toEqual(['Bell at night']);
  });

  test('leaves out the forms and spellings of a word, but not of one in quotes, nor what is asked for', async () => {
    await publish('Gong', 'Gong and harbor', 'Gong and harbours', 'Gong and harbour', 'Gongs and harbours');
    expect(await titlesOf('gong -harbour')).toEqual(['Gong']);
    expect(await titlesOf('gong -harboring')).toEqual(['Gong']);
    const others = ['Gong', 'Gong and harbor', 'Gong and harbours', 'Gongs and harbours'];
    expect(await titlesOf('gong -"harbour"')).toEqual(others);
    expect(await titlesOf('harbour -harbours')).toEqual(['Gong and harbor', 'Gong and harbour']);
    expect(await titlesOf('gong -gongs')).not.toContain('Gongs and harbours');
  });

  test('finds and leaves out a single character of a script without spaces wherever it stands', async () => {
    await publish('庭の砂', '砂の庭', '大砂の朝', '庭の朝');
    expect(await titlesOf('砂')).toEqual(['大砂の朝', '庭の砂', '砂の庭']);
    expect(await titlesOf('庭 -砂')).toEqual(['庭の朝']);
    expect(await titlesOf('朝 -大 "庭"')).toEqual(['庭の朝']);
  });

  test('says that nothing is asked for where only something is left out', async () => {
    expect((await site.client.videos.list({ search: '-bell' })).search).toEqual({ onlyExcludes: true });
    expect((await site.client.videos.list({ search: '!' })).search).toBeUndefined();
  });

  test('finds the forms of a word, after the word itself', async () => {
    await publish('Two lanterns', 'A lantern', 'Lanterns and a lantern');
    expect(await titlesOf('lantern')).toEqual(['A lantern', 'Lanterns and a lantern', 'Two lanterns']);
    expect(await titlesOf('lanterns')).toHaveLength(3);
    const { videos } = await site.client.videos.list({ search: 'lanterns' });
    expect(videos.at(-1)?.title).toBe('A lantern');
    // No video has this form.
    expect(await titlesOf('lanterned')).toHaveLength(3);
    expect(await titlesOf('"lantern"')).toEqual(['A lantern', 'Lanterns and a lantern']);
  });

  test('finds two words that are written as one, and one as two', async () => {
    await publish('A snowflake', 'Snow globe', 'A flake of soap');
    expect(await titlesOf('snow flake')).toEqual(['A snowflake']);
    expect(await titlesOf('snowglobe')).toEqual(['Snow globe']);
    expect(await titlesOf('snowsoap')).toEqual([]);
  });

  test('finds British and American spellings, and their forms', async () => {
    await publish('A grey armoury', 'Gray harbors');
    expect(await titlesOf('gray')).toEqual(['A grey armoury', 'Gray harbors']);
    expect(await titlesOf('armory')).toEqual(['A grey armoury']);
    expect(await titlesOf('grey harbour')).toEqual(['Gray harbors']);
    expect(await titlesOf('"grey" harbour')).toEqual([]);
    expect((await site.client.videos.list({ search: 'armory' })).search).toBeUndefined();
  });

  test('finds synonyms, of words and of several together, of the domain that is asked', async () => {
    await publish(
      'Aurora at dawn',
      'Northern lights at dusk',
      'A polarlicht',
      'Lights of the northern coast',
    );
    const admin = await site.admin();
    const group = await admin.synonyms.create({ words: ['northern lights', 'aurora', 'Polarlicht'] });
    const all = ['A polarlicht', 'Aurora at dawn', 'Northern lights at dusk'];
    await expect.poll(() => titlesOf('aurora'), { timeout: 20_000 }).toEqual(all);
    expect(await titlesOf('polarlicht')).toEqual(all);
    expect(await titlesOf('Northern Lights')).toEqual([...all, 'Lights of the northern coast'].sort());
    expect(await titlesOf('northern lights dawn')).toEqual(['Aurora at dawn']);
    expect(await titlesOf('"aurora"')).toEqual(['Aurora at dawn']);
    const { videos } = await site.client.videos.list({ search: 'aurora' });
    expect(videos[0]?.title).toBe('Aurora at dawn');
    await admin.synonyms.delete({ id: group.id });
    await expect.poll(() => titlesOf('aurora'), { timeout: 20_000 }).toEqual(['Aurora at dawn']);
  });

  test('finds beginnings behind words, page by page', async () => {
    const words = Array.from({ length: 5 }, (_, n) => `Quilt ${n}`);
    await publish(...words, ...Array.from({ length: 30 }, (_, n) => `Quiltwork ${n}`));
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const list = await site.client.videos.list({ search: 'quilt', limit: 7, page });
      expect(list.pagination.totalVideos).toBe(35);
      seen.push(...list.videos.map(({ title }) => title));
    }
    expect(new Set(seen).size).toBe(35);
    expect(seen.slice(0, 5).sort()).toEqual(words);
  });

  test('searches for what was meant where nothing has the words, says so, and lets it be refused', async () => {
    await publish('Pendulum clockwork', 'Slow kaleidoscope');
    const ask = (search: string, more?: { exact?: '1' }) => site.client.videos.list({ search, ...more });
    const found = await ask('kalidoscope');
    expect(found.videos.map(({ title }) => title)).toEqual(['Slow kaleidoscope']);
    expect(found.search).toEqual({ searchedInstead: 'kaleidoscope' });
    expect(await ask('kalidoscope', { exact: '1' })).toMatchObject({ videos: [], isSearch: true });
    expect((await ask('kalidoscope', { exact: '1' })).search).toBeUndefined();
    expect((await ask('Slow kalidoscope -bell')).search).toEqual({
      searchedInstead: 'slow kaleidoscope -bell',
    });
    // Splits into two words that no video has together.
    await publish('Rye sourdough', 'Sur la mer', 'Dough');
    expect((await ask('surdough')).search).toEqual({ searchedInstead: 'sourdough' });
    // Not if quoted, excluded, short, or without matches for the corrected words together.
    for (const search of ['"kalidoscope"', '-kalidoscope', 'kal', 'tower kalidoscope'])
      expect((await ask(search)).search?.searchedInstead).toBeUndefined();
    expect(await titlesOf('kalidoscope')).toEqual(['Slow kaleidoscope']);
  });

  const ask = async (search: string, more = {}) => {
    const { videos, search: said } = await site.client.videos.list({ search, ...more });
    return { found: videos.length, ...said };
  };

  test('replaces no word that a video has, but asks', async () => {
    await publish('A cavern', ...Array.from({ length: 55 }, (_, n) => `Tavern painting ${n}`));
    expect(await ask('cavern painting')).toEqual({ found: 0, didYouMean: 'tavern painting' });
    // Corrects only the unknown one of two words.
    expect(await ask('cavern paintign')).toEqual({ found: 0, didYouMean: 'tavern painting' });
    expect(await ask('tavern paintign')).toMatchObject({ searchedInstead: 'tavern painting' });
  });

  test('asks whether more was meant where few were found', async () => {
    await publish('Baromater', ...Array.from({ length: 60 }, (_, n) => `Barometer ${n}`));
    const found = await site.client.videos.list({ search: 'baromater' });
    expect(found.videos.map(({ title }) => title)).toEqual(['Baromater']);
    expect(found.search).toEqual({ didYouMean: 'barometer' });
    const many = await site.client.videos.list({ search: 'barometer' });
    expect(many.search).toBeUndefined();
    const exactly = await site.client.videos.list({ search: 'baromater', exact: '1' });
    expect(exactly.search).toBeUndefined();
  });

  test('counts its matches beside filters: what each choice then finds', async () => {
    const { db } = site.base;
    const make = (title: string, fields: object) => makeVideo(db, { title, ...fields });
    const day = 86_400_000;
    const ago = (days: number) => new Date(Date.now() - days * day);
    await make('Sundial', { duration: 60, height: 2160, category: 'Clocks', published_at: ago(2) });
    await make('Sundial at noon', { duration: 600, height: 720, category: 'Clocks', published_at: ago(20) });
    await make('Sundials', { duration: 601, height: 1080, category: 'Gardens', published_at: ago(200) });
    await make('Sundialled', { duration: 4000, height: 240, category: 'Sky', published_at: ago(900) });
    await publish();
    const list = (more = {}) => site.client.videos.list({ search: 'sundial', ...more });
    const { filterCounts, pagination } = await list();
    expect(filterCounts).toMatchObject({ isCapped: false, quality: { hd: 3, fullhd: 2, '4k': 1 } });
    const sum = Object.values(filterCounts?.categories ?? {}).reduce((a, b) => a + b, 0);
    expect(sum).toBe(pagination.totalVideos);
    // Under other filters and orders, each choice finds exactly its count.
    const others = [{}, { sort: 'newest' }, { quality: 'hd' }, { duration: 'medium', date: 'year' }] as const;
    for (const more of others) {
      const counts = (await list(more)).filterCounts!;
      const { isCapped, categories = {}, ...kinds } = counts;
      expect(isCapped).toBe(false);
      for (const [name, choices] of Object.entries({ ...kinds, category: categories }))
        for (const [choice, count] of Object.entries(choices)) {
          const found = await list({ ...more, [name]: choice });
          expect(found.pagination.totalVideos, `${name}: ${choice}`).toBe(count);
        }
    }
    const within = await list({ category: 'Clocks', duration: 'long' });
    expect(within.filterCounts).toMatchObject({ duration: { short: 1, medium: 1, long: 0 } });
    expect(within.filterCounts?.categories).toBeUndefined();
    const ofCategory = await list({ category: 'Clocks' });
    expect(ofCategory.filterCounts).toMatchObject({ isCapped: false, quality: { hd: 2 } });
    expect(ofCategory.filterCounts).not.toHaveProperty('categories');
    // Not for plain lists, further pages, and tags, which would be looked up per match.
    for (const more of [{ search: undefined }, { page: 2 }, { tag: 'nothing' }])
      expect((await list(more)).filterCounts).toBeUndefined();
    expect((await list({ search: 'sundail' })).filterCounts?.quality.hd).toBe(3);
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
