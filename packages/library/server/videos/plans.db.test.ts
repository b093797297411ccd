import { VIDEO_SORTS } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SampleSearches, sampleSearches } from '../../../../bench/catalogue/sample-searches.ts';
import { CATEGORY_NAMES, titleWords } from '../../../../bench/catalogue/vocabulary.ts';
import { unsigned } from '../../../../bench/subjects.ts';
import { createCatalogueDatabase } from '../../../test/catalogue-database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { getVideo, listRelated, listVideos, type PublicVideos } from './videos.ts';

const PAGE = 24;
const CATEGORY = CATEGORY_NAMES[0];
const GROWING_TABLES = ['videos', 'video_search', 'video_tags', 'video_facets', 'search_words'];

/** The slots of a day, and the videos on the page. */
const FIRST_PAGE_ROWS = 200;
/** Months, days and slots are added up to find a deep page. */
const DEEP_PAGE_ROWS = 200;
/** The limits in search.ts and related-queries.ts, with a margin. */
const SEARCH_ROWS = 3500;
const RELATED_ROWS = 700;
/** The limits in browse-source-queries.ts: in order, with a tag, with words. */
const ORDERED_ROWS = 1100;
const TAGGED_ROWS = 5100;
const WORDED_ROWS = 3500;
const RECENT_ROWS = 5200;
/** More than are considered per tag. */
const TAGGED = 6000;
/** A sixth of the catalogue: to the planner a common word. */
const LATECOMERS = 3400;

/** By words, for tier 0 as a whole, and for single videos. */
const TIER_INDEXES = [
  ...[0, 1, 2, 3, 4].map((tier) => `video_search_tier_${tier}`),
  ...['video_search_doc', 'video_search_most_viewed', 'video_search_pkey'],
];

let database: TestDatabase;
let publicVideos: PublicVideos;
let searches: SampleSearches;
let asked: Asked[] = [];

beforeAll(async () => {
  database = await createCatalogueDatabase();
  searches = await sampleSearches(database.pool);
  const db = recordingDb(database.pool, (query) => asked.push(query));
  publicVideos = { db, addresses: unsigned };
});
beforeEach(() => {
  asked = [];
});
afterAll(() => database.drop());

describe('the plan of', () => {
  test('the first page of everything and of a category reads a page', async () => {
    for (const category of [undefined, CATEGORY]) {
      const list = await listVideos(publicVideos, { page: 1, limit: PAGE, category });
      expect(list.videos).toHaveLength(PAGE);
      await expectPlans({ rows: FIRST_PAGE_ROWS });
    }
  });

  test('a deep page reads the months, the days of one and the ten minutes it begins in, not the videos before it', async () => {
    for (const category of [undefined, CATEGORY]) {
      const { pagination } = await listVideos(publicVideos, { page: 1, limit: PAGE, category });
      asked = [];
      for (const part of [0.25, 0.5, 0.9]) {
        const page = Math.ceil(pagination.totalPages * part);
        const list = await listVideos(publicVideos, { page, limit: PAGE, category });
        expect(list.videos).toHaveLength(PAGE);
      }
      const last = await listVideos(publicVideos, { page: pagination.totalPages, limit: PAGE, category });
      expect(last.videos.length).toBeGreaterThan(0);
      await expectPlans({ rows: DEEP_PAGE_ROWS, videos: PAGE + (await fullestSlot()).videos });
    }
  });

  test('a search reads candidates, however many videos match', async () => {
    const { topWord, twoCommonWords, onePercentWord, rareTitles } = searches;
    for (const text of [topWord, twoCommonWords, onePercentWord, rareTitles[0] ?? '']) {
      const list = await listVideos(publicVideos, { page: 1, limit: PAGE, search: text });
      expect(list.videos.length).toBeGreaterThan(0);
      await expectPlans({ rows: SEARCH_ROWS });
    }
    const deep = await listVideos(publicVideos, { page: 30, limit: PAGE, search: topWord });
    expect(deep.videos).toHaveLength(PAGE);
    await expectPlans({ rows: SEARCH_ROWS });
    const within = await listVideos(publicVideos, {
      page: 1,
      limit: PAGE,
      search: topWord,
      category: CATEGORY,
    });
    expect(within.videos).toHaveLength(PAGE);
    await expectPlans({ rows: SEARCH_ROWS });
    await listVideos(publicVideos, { page: 1, limit: PAGE, search: 'nowhere tobefound' });
    await expectPlans({ rows: SEARCH_ROWS });
  });

  test('a search for the beginning of a word reads candidates, however short it is', async () => {
    const { topWord, onePercentWord } = searches;
    const [common = '', rare = ''] = [topWord.slice(0, 1), onePercentWord.slice(0, 2)];
    for (const search of [common, rare, `${topWord} ${common}`, `${onePercentWord} ${common}`, 'zx', '9']) {
      for (const more of [{}, { category: CATEGORY }] as const) {
        await listVideos(publicVideos, { page: 1, limit: PAGE, search, ...more });
        await expectPlans({ rows: SEARCH_ROWS });
      }
      await listVideos(publicVideos, { page: 1, limit: PAGE, search, sort: 'newest', quality: 'hd' });
      await expectPlans({ rows: WORDED_ROWS });
    }
  });

  test('a list in any order, with filters that the facets are in order by, reads what it counts', async () => {
    for (const sort of VIDEO_SORTS) {
      for (const filters of [{ quality: 'hd' }, { duration: 'short', category: CATEGORY }] as const) {
        const list = await listVideos(publicVideos, { page: 1, limit: PAGE, sort, ...filters });
        expect(list.videos).toHaveLength(PAGE);
        await expectPlans({ rows: ORDERED_ROWS });
      }
      const last = await listVideos(publicVideos, {
        page: 41,
        limit: PAGE,
        sort,
        date: 'year',
        quality: 'hd',
      });
      expect(last.videos).toHaveLength(PAGE);
      await expectPlans(sort === 'newest' ? { rows: ORDERED_ROWS } : { rows: RECENT_ROWS });
    }
    for (const sort of ['views', 'longest', 'shortest'] as const) {
      const list = await listVideos(publicVideos, { page: 1, limit: PAGE, sort });
      expect(list.pagination).toMatchObject({ totalVideos: 1000, totalIsCapped: true });
      await expectPlans({ rows: ORDERED_ROWS });
    }
  });

  test('a list of a tag reads so many of the tag, and walks so far', async () => {
    const [common = '', rare = ''] = await commonAndRareTag();
    for (const tag of [common, rare]) {
      await listVideos(publicVideos, { page: 1, limit: PAGE, tag });
      await expectPlans({ rows: ORDERED_ROWS });
      for (const sort of VIDEO_SORTS) {
        const list = await listVideos(publicVideos, { page: 1, limit: PAGE, tag, sort, quality: 'hd' });
        expect(list.videos).toHaveLength(PAGE);
        await expectPlans({ rows: TAGGED_ROWS });
      }
    }
  });

  test('a search in another order or with filters reads candidates, and walks so far', async () => {
    const { topWord, twoCommonWords, onePercentWord, rareTitles } = searches;
    for (const search of [topWord, twoCommonWords, onePercentWord, rareTitles[0] ?? '']) {
      for (const more of [
        { sort: 'newest' },
        { sort: 'longest', quality: '4k' },
        { date: 'month' },
      ] as const) {
        await listVideos(publicVideos, { page: 1, limit: PAGE, search, ...more });
        await expectPlans({ rows: WORDED_ROWS });
      }
    }
  });

  test('a search for a word that only the newest and least viewed have reads no others', async () => {
    await database.pool.query(
      `update video_search set doc = doc || 'latecomer:1A'::tsvector where video_id in (
         select v.id from videos v join video_search s on s.video_id = v.id and s.tier is null
         order by v.published_at desc limit ${LATECOMERS})`,
    );
    await database.pool.query('analyze video_search');
    const list = await listVideos(publicVideos, { page: 1, limit: PAGE, search: 'latecomer' });
    expect(list.pagination).toMatchObject({ totalVideos: 1000, totalIsCapped: true });
    await expectPlans({ rows: SEARCH_ROWS });
  });

  test('a search reads each tier by its own index, also where the statistics take it for empty', async () => {
    const { topWord, onePercentWord } = searches;
    const texts = [topWord, onePercentWord, `${onePercentWord} ${topWord.slice(0, 1)}`, topWord.slice(0, 1)];
    await markTiersUnseen();
    for (const search of texts) {
      for (const sort of [undefined, 'longest'] as const) {
        await listVideos(publicVideos, { page: 1, limit: PAGE, search, sort });
        const used = await indexesUsed();
        expect(used.size, search).toBeGreaterThan(0);
        for (const index of used) expect(TIER_INDEXES, search).toContain(index);
      }
    }
    await database.pool.query('update video_search set tier = null where tier > 0');
  });

  test('a search for words that are all too common reads the tiers alone, and says that there may be more', async () => {
    const words = titleWords().slice(0, 20);
    const seek = async (count: number, sort?: 'longest') => {
      const search = words.slice(0, count).join(' ');
      return (await listVideos(publicVideos, { page: 1, limit: PAGE, search, sort })).pagination;
    };
    const all = await seek(4);
    expect(all.totalIsCapped).toBe(false);
    expect(await indexesUsed()).toContain('video_search_doc');
    await database.pool.query(
      `insert into common_words select word, 1000000 from unnest($1::text[]) as word
       on conflict (word) do update set videos = excluded.videos`,
      [words.flatMap((word) => [word, `*${word}`])],
    );
    for (const count of [4, 16, 20]) {
      for (const sort of [undefined, 'longest'] as const) {
        const some = await seek(count, sort);
        expect(some.totalIsCapped).toBe(true);
        expect(some.totalVideos).toBeLessThan(all.totalVideos);
        expect(await indexesUsed()).not.toContain('video_search_doc');
      }
    }
    await seek(16);
    const lookedUp = asked.filter(({ sql }) => sql.includes('looked_up'));
    expect(lookedUp.length).toBeGreaterThan(1);
    // What was typed is filtered out, not looked up again.
    expect(
      lookedUp.flatMap(({ parameters }) => parameters).filter((value) => `${value}`.startsWith(' & !')),
    ).toEqual([]);
    await expectPlans({ rows: WORDED_ROWS });
    await database.pool.query("delete from common_words where word not in ('*s', '*w')");
  });

  test('one video and its related videos reads some videos of each tag', async () => {
    const { rows } = await database.pool.query<{ id: string }>('select id from videos order by id limit 5');
    for (const { id } of rows) {
      await getVideo(publicVideos, id);
      await expectPlans({ rows: 2 });
      expect(await listRelated(publicVideos, id)).toHaveLength(12);
      await expectPlans({ rows: RELATED_ROWS });
    }
  });
});

/** One with more videos than are considered, and a rare one. */
async function commonAndRareTag(): Promise<string[]> {
  await database.pool.query(
    `update videos set tags = tags || '{everywhere}' where id in (select id from videos order by id limit ${TAGGED})`,
  );
  await database.pool.query('vacuum analyze video_tags, video_facets, videos');
  const { rows } = await database.pool.query<{ tag: string }>(
    `select tag from tag_totals where n between 100 and 200 order by n, tag limit 1`,
  );
  return ['everywhere', rows[0]?.tag ?? ''];
}

/** As after the catalogue has grown, before the table is analysed again. */
async function markTiersUnseen(): Promise<void> {
  await database.pool.query('update video_search set tier = null where tier > 0');
  await database.pool.query('analyze video_search');
  await database.pool.query(
    `update video_search s set tier = ranked.tier
     from (select video_id, width_bucket(row_number() over (order by views desc), '{3001,12001,16001,18001}'::bigint[]) as tier
           from video_search order by views desc limit 19000) as ranked
     where s.video_id = ranked.video_id`,
  );
}

/** Indexes of video_search read by the statements so far. */
async function indexesUsed(): Promise<Set<string>> {
  const statements = asked;
  asked = [];
  const used = new Set<string>();
  for (const { sql, parameters } of statements) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const index = node['Index Name'] ?? '';
      if (index.startsWith('video_search') && node['Actual Loops'] > 0) used.add(index);
    }
  }
  return used;
}

/** The fullest ten minutes, and the number of newer videos. */
async function fullestSlot(): Promise<{ videos: number; newer: number }> {
  const { rows } = await database.pool.query<{ videos: number; newer: number }>(
    `select n as videos, (select sum(n) from list_buckets l
       where l.category = '' and l.span = 'slot' and l.starts_at > b.starts_at)::int as newer
     from list_buckets b where category = '' and span = 'slot' order by n desc limit 1`,
  );
  return rows[0] ?? { videos: 0, newer: 0 };
}

/** No statement so far scans a growing table, or handles more than `rows` rows (`videos` of table videos) in a step. */
async function expectPlans({ rows, videos = rows }: { rows: number; videos?: number }): Promise<void> {
  const statements = asked;
  asked = [];
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql, parameters } of statements) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const step = `${node['Node Type']} on ${node['Relation Name'] ?? 'rows'} in ${sql}`;
      const limit = node['Relation Name'] === 'videos' ? videos : rows;
      expect(rowsOf(node), step).toBeLessThanOrEqual(limit);
      const growing = GROWING_TABLES.includes(node['Relation Name'] ?? '');
      if (growing) expect(node['Node Type'], step).not.toBe('Seq Scan');
    }
  }
}
