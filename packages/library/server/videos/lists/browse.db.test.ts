import { DATE_FILTERS, DURATION_FILTERS, QUALITY_FILTERS, VIDEO_SORTS } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../../../../bench/catalogue/random.ts';
import { makeVideo } from '../../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { remakeStaleDocuments } from '../../search/index.ts';
import { markTiers } from '../../search/tier-queries.ts';
import { removeVideo } from '../index.ts';
import { type BrowseRequest, browseVideos, refreshFacetViews, refreshViewedFacets } from './browse.ts';
import { addViews } from './count-queries.ts';

const unending = new AbortController().signal;
const HOUR_MS = 3_600_000;
const CATEGORIES = ['Fractals', 'Automata', 'Überlagerung'];
const TAGS = ['Zoom', 'SLOW', 'Äther', "it's \\ odd"];
const VIDEOS = 200;

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  for (let n = 0; n < VIDEOS; n += 1) await makeSomeVideo();
});
afterAll(() => site.close());

// Seeded, for repeatable failures.
const random = createRandom(20261121);

function oneOf<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Near the border of every filter, with many ties. */
async function makeSomeVideo(): Promise<string> {
  const ageHours = oneOf([0.1, 1, 23, 25, 100, 167, 169, 600, 719, 721, 5000, 8759, 8761, 30_000]);
  const height = oneOf([null, 360, 719, 720, 1079, 1080, 2159, 2160, 4320]);
  return makeVideo(site.base.db, {
    title: `${oneOf(['Alpha', 'Beta', 'Gamma'])} ${oneOf(['wave', 'field', 'orbit'])}`,
    category: oneOf(CATEGORIES),
    tags: TAGS.filter(() => random() < 0.4),
    status: oneOf(['published', 'published', 'published', 'published', 'hidden', 'removed', 'processing']),
    duration: oneOf([0, 299, 300, 301, 900, 1199, 1200, 1201, 5000]),
    height,
    width: height,
    views: oneOf([0, 0, 1, 7, 7, 1000]),
    published_at: new Date(Date.now() - (ageHours + random() * 0.01) * HOUR_MS),
  });
}

interface Stored {
  id: string;
  title: string;
  category: string;
  tags: string[];
  status: string;
  duration: number;
  height: number | null;
  views: number;
  published_at: Date;
}

async function storedVideos(): Promise<Stored[]> {
  const { rows } = await sql<Stored>`select id, title, category, tags, status, duration, height, views,
    published_at from videos where published_at is not null`.execute(site.base.db);
  return rows;
}

const LEAST_HEIGHT = { hd: 720, fullhd: 1080, '4k': 2160 };
const MOST_HOURS = { today: 24, week: 7 * 24, month: 30 * 24, year: 365 * 24 };

function passes(video: Stored, { filters, search }: BrowseRequest): boolean {
  const { category, tag, duration, quality, date } = filters;
  const length = video.duration < 300 ? 'short' : video.duration <= 1200 ? 'medium' : 'long';
  const tags = video.tags.map((one) => one.toLowerCase());
  const ageHours = (Date.now() - video.published_at.getTime()) / HOUR_MS;
  const words = video.title.toLowerCase().split(' ');
  return (
    video.status === 'published' &&
    (category === undefined || video.category === category) &&
    (tag === undefined || tags.includes(tag.toLowerCase())) &&
    (duration === undefined || length === duration) &&
    (quality === undefined || (video.height ?? 0) >= LEAST_HEIGHT[quality]) &&
    (date === undefined || ageHours <= MOST_HOURS[date]) &&
    (search === undefined || search.split(' ').every((word) => words.includes(word)))
  );
}

function inOrder(sort: (typeof VIDEO_SORTS)[number], a: Stored, b: Stored): number {
  const newer = b.published_at.getTime() - a.published_at.getTime() || (a.id < b.id ? 1 : -1);
  if (sort === 'views') return b.views - a.views || newer;
  if (sort === 'longest') return b.duration - a.duration || newer;
  if (sort === 'shortest') return a.duration - b.duration || -newer;
  return newer;
}

function someRequest(): BrowseRequest {
  const maybe = <T>(list: readonly T[]): T | undefined => (random() < 0.5 ? undefined : oneOf(list));
  const spelled = maybe(TAGS);
  return {
    filters: {
      category: maybe([...CATEGORIES, ...CATEGORIES, 'No such category']),
      tag: random() < 0.5 ? spelled : spelled?.toLowerCase(),
      duration: maybe(DURATION_FILTERS),
      quality: maybe(QUALITY_FILTERS),
      date: maybe(DATE_FILTERS),
    },
    sort: oneOf([undefined, ...VIDEO_SORTS]),
    search: maybe(['alpha', 'wave', 'beta orbit', 'gamma', 'nothing']),
    offset: 0,
    limit: 1000,
  };
}

describe('a list in some order with some filters', () => {
  test('has the videos that a walk over all of them finds, in that order', async () => {
    const videos = await storedVideos();
    for (let turn = 0; turn < 150; turn += 1) {
      const request = someRequest();
      const expected = videos.filter((video) => passes(video, request));
      const said = JSON.stringify(request);
      const found = await browseVideos(site.base.db, request);
      expect([said, found.total, found.totalIsCapped]).toEqual([said, expected.length, false]);
      if (request.sort || !request.search) {
        const sort = request.sort ?? 'newest';
        const ids = expected.sort((a, b) => inOrder(sort, a, b)).map((video) => video.id);
        expect([said, ...found.rows.map(({ id }) => id)]).toEqual([said, ...ids]);
      } else {
        expect([...found.rows.map(({ id }) => id)].sort()).toEqual(expected.map((video) => video.id).sort());
      }
    }
  });

  test('is paged through without gap or repetition', async () => {
    const queries = [
      { sort: 'views' },
      { sort: 'shortest', quality: 'hd' },
      { date: 'month', search: 'wave' },
    ] as const;
    for (const query of queries) {
      const whole = await site.client.videos.list({ ...query, limit: 100 });
      const { totalVideos } = whole.pagination;
      expect(totalVideos).toBeGreaterThan(10);
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(totalVideos / 7); page += 1) {
        const list = await site.client.videos.list({ ...query, limit: 7, page });
        expect(list.pagination).toMatchObject({ totalVideos, hasNextPage: page * 7 < totalVideos });
        seen.push(...list.videos.map((video) => video.id));
      }
      expect(new Set(seen).size).toBe(totalVideos);
      expect(seen.slice(0, 100)).toEqual(whole.videos.map((video) => video.id));
      const beyond = await site.client.videos.list({ ...query, limit: 7, page: 100_000_000 });
      expect(beyond.videos).toEqual([]);
    }
  });
});

describe('facets', () => {
  const expectFacetsToBeExact = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      (select id, category, length_class(duration), quality_class(height), duration, published_at
       from videos where status = 'published'
       except all select video_id, category, length, quality, duration, published_at from video_facets)
      union all
      (select video_id, category, length, quality, duration, published_at from video_facets
       except all select id, category, length_class(duration), quality_class(height), duration, published_at
       from videos where status = 'published')) as wrong`.execute(site.base.db);
    expect(rows[0]?.n).toBe(0);
  };
  const expectTagsToBeExact = async () => {
    const tags = sql`select v.id, lower(tag), v.category, v.published_at, length_class(v.duration),
        quality_class(v.height), tier
      from videos v left join video_search s on s.video_id = v.id, unnest(v.tags) as tag where status = 'published'`;
    const kept = sql`select video_id, tag, category, published_at, length, quality, tier from video_tags`;
    const { rows } = await sql`(${tags} except all ${kept}) union all (${kept} except all ${tags})`.execute(
      site.base.db,
    );
    expect(rows).toEqual([]);
  };

  const expectSearchToBeExact = async () => {
    const facts = sql`select id, category, length_class(duration), quality_class(height), duration, published_at
      from videos where status = 'published'`;
    const kept = sql`select video_id, category, length, quality, duration, published_at from video_search where visible`;
    const { rows } = await sql`(${facts} except all ${kept}) union all (${kept} except all ${facts})`.execute(
      site.base.db,
    );
    expect(rows).toEqual([]);
  };

  test('follow every change, with many writers at once', async () => {
    const { db } = site.base;
    const stop = new AbortController();
    const writers = Array.from({ length: 6 }, async () => {
      const ids: string[] = [];
      for (let step = 0; step < 25; step += 1) {
        ids.push(await makeSomeVideo());
        const some = ids.filter(() => random() < 0.4);
        await sql`update videos set status = ${oneOf(['published', 'hidden'])}, views = views + 1
          where id = any (${some})`.execute(db);
        await sql`update videos set category = ${oneOf(CATEGORIES)}, duration = ${oneOf([10, 600, 6000])},
          height = ${oneOf([360, 2160])}, tags = ${[oneOf(TAGS)]} where id = any (${some.reverse()})`.execute(
          db,
        );
        await sql`update videos set published_at = now() - interval '1 hour' * ${step}
          where id = ${oneOf(ids)}`.execute(db);
      }
      await sql`delete from videos where id = any (${ids.slice(0, 12)})`.execute(db);
    });
    const copier = (async () => {
      while (!stop.signal.aborted) {
        await refreshFacetViews(db, unending);
        await refreshViewedFacets(db, unending);
        await markTiers(db, [{ views: oneOf([1, 2, 7]), video_id: '' }], VIDEOS);
      }
    })();
    await Promise.all(writers).finally(() => stop.abort());
    await copier;
    await expectFacetsToBeExact();
    await expectTagsToBeExact();
    await expectSearchToBeExact();
    await refreshFacetViews(db, unending);
    const { rows } = await sql`select from video_facets f join videos v on v.id = f.video_id
      where v.views <> f.views`.execute(db);
    expect(rows).toEqual([]);
  });

  test('and the search follow a category that is given another name, or a video that goes to another', async () => {
    const { db } = site.base;
    const id = await makeVideo(db, { title: 'Wandering star', category: 'Old name', height: 2160 });
    const find = async (category: string) => {
      const lists = [
        { sort: 'views' },
        { search: 'wandering' },
        { search: 'wandering', quality: '4k' },
      ] as const;
      const found = [];
      for (const list of lists)
        found.push((await site.client.videos.list({ ...list, category })).videos.length);
      return found;
    };
    expect(await find('Old name')).toEqual([1, 1, 1]);
    await sql`update categories set name = 'New name' where name = 'Old name'`.execute(db);
    expect([await find('Old name'), await find('New name')]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    await remakeStaleDocuments(db, unending);
    const search = async (words: string) =>
      (await site.client.videos.list({ search: words })).videos.map((video) => video.id);
    expect([await search('wandering old'), await search('wandering new name')]).toEqual([[], [id]]);
    expect(await find('New name')).toEqual([1, 1, 1]);
    await sql`update videos set category = 'Fractals' where id = ${id}`.execute(db);
    expect(await find('New name')).toEqual([0, 0, 0]);
    expect(await find('Fractals')).toEqual([expect.any(Number), 1, 1]);
    await expectFacetsToBeExact();
  });

  test('know soon what was viewed, and copy no other views', async () => {
    const { db } = site.base;
    const category = 'Viewed category';
    const [first, second, third] = [
      await makeVideo(db, { category, published_at: new Date(Date.now() - HOUR_MS) }),
      await makeVideo(db, { category }),
      await makeVideo(db, { category, status: 'hidden' }),
    ];
    const listed = async () =>
      (await site.client.videos.list({ sort: 'views', category })).videos.map((video) => video.id);
    expect(await listed()).toEqual([second, first]);
    // As if the hourly copy has yet to run.
    await sql`update videos set views = 100 where id = ${second}`.execute(db);
    for (const n of [1, 2])
      await addViews(
        db,
        new Map([
          [first, n],
          [third, n],
        ]),
      );
    await refreshViewedFacets(db, unending);
    expect(await listed()).toEqual([first, second]);
    const { rows } = await sql<{ id: string; views: number }>`select video_id as id, views from video_facets
      where category = ${category} order by views desc`.execute(db);
    expect(rows).toEqual([
      { id: first, views: 3 },
      { id: second, views: 0 },
    ]);
    expect((await sql`select from uncopied_views`.execute(db)).rows).toEqual([]);
    await refreshFacetViews(db, unending);
    expect(await listed()).toEqual([second, first]);
  });

  test('of a video that is taken down are gone from every list at once', async () => {
    const category = 'Doomed category';
    const fields = { category, tags: ['fading'], duration: 10, height: 2160, views: 900_000 };
    const id = await makeVideo(site.base.db, { title: 'Doomed by design', ...fields });
    const queries = VIDEO_SORTS.flatMap((sort) => [
      { sort, category },
      { sort, tag: 'FADING' },
      { sort, search: 'fading' },
      { sort, quality: '4k', duration: 'short', date: 'today', category } as const,
      { sort, tag: 'fading', search: 'design', date: 'today' } as const,
    ]);
    const lists = () =>
      Promise.all([{ category }, ...queries].map((query) => site.client.videos.list(query)));
    for (const list of await lists()) expect(list.videos.map((video) => video.id)).toEqual([id]);
    await removeVideo(site.base.db, id);
    for (const list of await lists()) {
      expect(list.videos).toEqual([]);
      expect(list.pagination.totalVideos).toBe(0);
    }
  });
});

describe('counting', () => {
  beforeAll(async () => {
    await sql`insert into videos (title, category, tags, source_url, source_url_hash, slug, status, published_at,
        duration, height, views)
      select 'Crowd ' || n, 'Fractals', '{crowd}', 'https://source.test/crowd/' || n, sha256(n::text::bytea), 'crowd',
        'published', now() - n * interval '1 minute', 10 + n, 1080, n
      from generate_series(1, 1200) as n`.execute(site.base.db);
    await sql`insert into video_search (video_id, doc, visible)
      select id, 'crowd:1A'::tsvector, true from videos where slug = 'crowd'`.execute(site.base.db);
  });

  test.each([
    { sort: 'views' },
    { tag: 'crowd' },
    { quality: 'fullhd' },
    { search: 'crowd', sort: 'longest' },
  ] as const)('ends at a thousand, and so do the pages of %j', async (query) => {
    const last = await site.client.videos.list({ ...query, limit: 100, page: 10 });
    expect(last.pagination).toMatchObject({
      totalVideos: 1000,
      totalIsCapped: true,
      totalPages: 10,
      hasNextPage: false,
    });
    expect(last.videos).toHaveLength(100);
    expect((await site.client.videos.list({ ...query, limit: 100, page: 11 })).videos).toEqual([]);
  });
});
