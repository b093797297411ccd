import type { VideoListQuery } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { refusedCall } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { removeVideo } from './index.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

describe('GET /api/videos', () => {
  test('pages through the newest first, with exact totals', async () => {
    for (let n = 0; n < 30; n += 1) {
      await makeVideo(site.base.db, {
        title: `Gradient number ${n}`,
        category: 'Gradients',
        published_at: new Date(Date.UTC(2026, 0, 1 + n)),
      });
    }
    const first = await site.client.videos.list();
    expect(first.videos).toHaveLength(24);
    expect(first.videos[0]?.title).toBe('Gradient number 29');
    expect(first.pagination).toEqual({
      page: 1,
      limit: 24,
      totalPages: 2,
      totalVideos: 30,
      totalIsCapped: false,
      hasPreviousPage: false,
      hasNextPage: true,
    });
    const second = await site.client.videos.list({ page: 2 });
    expect(second.videos.map((video) => video.title).at(-1)).toBe('Gradient number 0');
    expect(second.pagination.hasNextPage).toBe(false);
    expect((await site.client.videos.list({ page: 99 })).videos).toEqual([]);
  });

  test.each(['', 'date=year&search=gradient'])('a page far past the end (%s) is empty', async (query) => {
    for (const page of ['page=89478487', 'page=100000000&limit=100']) {
      const response = await fetch(`${site.url}/api/videos?${page}&${query}`);
      expect([response.status, await response.json()]).toMatchObject([200, { videos: [] }]);
      expect((await fetch(`${site.url}/?${page}&${query}`)).status).toBeLessThan(500);
    }
  });

  test.each([
    ['page=0', /^page must be/],
    ['page=1&page=2', /page/],
    ['limit=101', /^limit must be/],
    ['search=%00', /NUL/],
    ['sort=oldest', /^sort must be one of newest, views, longest, shortest\.$/],
    ['duration=1', /^duration must be one of short, medium, long\.$/],
    ['quality=8k', /^quality must be one of hd, fullhd, 4k\.$/],
    ['date=century', /^date must be one of today, week, month, year\.$/],
    [`tag=${'a'.repeat(201)}`, /At most 200/],
  ])('refuses ?%s with a sentence', async (query, sentence) => {
    const response = await fetch(`${site.url}/api/videos?${query}`);
    expect(response.status).toBe(400);
    const body = (await response.json()) as { error: string; message: string };
    expect(body.error).toBe('bad_request');
    expect(body.message).toMatch(sentence);
  });
});

test('one video is found only while it is public', async () => {
  const id = await makeVideo(site.base.db, { title: 'Soon gone', tags: ['gone'] });
  expect((await site.client.videos.get({ id })).title).toBe('Soon gone');
  await removeVideo(site.base.db, id);
  for (const call of ['get', 'related', 'registerView'] as const) {
    const error = await refusedCall(site.client.videos[call]({ id }));
    expect(error.status).toBe(404);
    expect(error.sentence).toBe("The video you're looking for doesn't exist.");
  }
  expect((await refusedCall(site.client.media.signVideo({ id }))).status).toBe(404);
  expect((await refusedCall(site.client.media.signThumbnail({ id }))).status).toBe(404);
  expect((await site.client.videos.list({ search: 'soon gone' })).videos).toEqual([]);
});

describe('search', () => {
  test('finds every word, folds accents and case, and puts titles first', async () => {
    const { db } = site.base;
    await makeVideo(db, { title: 'Crème brûlée gradient', description: 'slow' });
    await makeVideo(db, { title: 'Something else', description: 'a creme colour' });
    const { videos, isSearch, pagination } = await site.client.videos.list({ search: 'CREME' });
    expect(isSearch).toBe(true);
    expect(videos.map((video) => video.title)).toEqual(['Crème brûlée gradient', 'Something else']);
    expect(pagination.totalVideos).toBe(2);
    expect((await site.client.videos.list({ search: 'creme brulee' })).videos).toHaveLength(1);
    expect((await site.client.videos.list({ search: 'creme nonsense' })).videos).toEqual([]);
  });

  test('takes one or two letters for a beginning, filtered or not, and after other words', async () => {
    await makeVideo(site.base.db, { title: 'Quixotic zebra', category: 'Stripes', height: 1080 });
    const titles = async (list: VideoListQuery) =>
      (await site.client.videos.list(list)).videos.map((video) => video.title);
    for (const search of ['q', 'Qu', 'quixotic z', 'zebra qu'])
      for (const filters of [{}, { category: 'Stripes' }, { quality: 'hd' }, { sort: 'views' }] as const)
        expect([search, filters, await titles({ search, ...filters })]).toEqual([
          search,
          filters,
          ['Quixotic zebra'],
        ]);
    expect(await titles({ search: 'quixotic w' })).toEqual([]);
    expect(await titles({ search: 'q', category: 'Gradients' })).toEqual([]);
    expect(await titles({ search: '9z' })).toEqual([]);
  });
});

describe('related videos', () => {
  const tags = ['spiral', 'blue'];
  const relatedIds = async (id: string) =>
    (await site.client.videos.related({ id })).map(({ video }) => video.id);
  beforeAll(async () => {
    for (let n = 0; n < 12; n += 1) await makeVideo(site.base.db, { category: 'Noise', tags: [] });
  });

  test('are worked out again where the stored list is short, names what is gone, or the video itself', async () => {
    const { db } = site.base;
    const subject = await makeVideo(db, { category: 'Lone category', tags });
    const first = await makeVideo(db, { category: 'Noise', tags: [] });
    const gone = await makeVideo(db, { category: 'Noise', tags });
    await removeVideo(db, gone);
    for (const stored of [[], [first], [gone, first], [subject, first, first]]) {
      await sql`insert into related_videos (video_id, related_ids) values (${subject}, ${stored}::text[])
        on conflict (video_id) do update set related_ids = excluded.related_ids`.execute(db);
      const ids = await relatedIds(subject);
      expect(new Set(ids).size, String(stored)).toBe(12);
      expect(ids).not.toContain(gone);
      expect(ids).not.toContain(subject);
    }
  });
});

describe('views', () => {
  const post = (id: string, agent: string) =>
    fetch(`${site.url}/api/videos/${id}/view`, { method: 'POST', headers: { 'user-agent': agent } });
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('of one network count to a limit, whatever browsers it names', async () => {
    const id = await makeVideo(site.base.db, { title: 'Inflated' });
    // Uncounted views give their slots back.
    for (let n = 0; n < 40; n += 1) await post(id, browser);
    await Promise.all(Array.from({ length: 120 }, (_, n) => post(id, `${browser} number ${n}`)));
    await expect
      .poll(async () => (await site.client.videos.get({ id })).views, { timeout: 15_000, interval: 200 })
      .toBe(30);
    expect(await (await post(id, `${browser} again`)).json()).toEqual({ counted: false });
  });

  test('count a visitor once an hour, robots never, and keep no address', async () => {
    const { db } = site.base;
    const id = await makeVideo(db, { title: 'Counted' });
    const counted = async (agent: string) => (await (await post(id, agent)).json()) as { counted: boolean };
    const burst = await Promise.all(Array.from({ length: 20 }, () => counted(browser)));
    expect(burst.filter((one) => one.counted)).toHaveLength(1);
    expect(await counted(`${browser} other`)).toEqual({ counted: true });
    expect(await counted('Googlebot/2.1')).toEqual({ counted: false });
    expect(await counted('')).toEqual({ counted: false });
    await sql`update view_marks set counted_at = counted_at - interval '61 minutes'`.execute(db);
    expect(await counted(browser)).toEqual({ counted: true });
    await expect
      .poll(async () => (await site.client.videos.get({ id })).views, { timeout: 15_000, interval: 200 })
      .toBe(3);
    const { rows } = await sql<{ text: string }>`select (m.*)::text as text from view_marks m`.execute(db);
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0/);
  });
});
