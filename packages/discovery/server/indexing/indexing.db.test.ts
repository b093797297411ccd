import type { Client } from '@vesper/contract';
import { hideVideo, removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';

let site: TestSite;
let admin: Client;
let origin: string;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
  origin = site.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => site.close());

describe('pages by state', () => {
  test('follow what is visible, owned and reviewed', async () => {
    const { db } = site.base;
    const before = await admin.indexing.states({});
    expect(before.domain).toBe('localhost');
    const videos = [await makeVideo(db, { category: 'Waves' }), await makeVideo(db, { category: 'Waves' })];
    await makeVideo(db, { category: 'Grids' });
    await db.transaction().execute((tx) => hideVideo(tx, videos[0] ?? '', 'administrator'));
    await admin.topics.createCategory({ name: 'Empty' });
    const words = { keyword: 'w', metaTitle: 'Words', metaDescription: 'Words.' };
    await admin.keywords.create({ ...words, slug: 'w' });
    const after = await admin.indexing.states({ domain: 'localhost' });
    expect(after.videos.indexable).toBe(before.videos.indexable + 2);
    expect(after.videos.ownedElsewhere).toBe(0);
    expect(after.videos.notVisible).toEqual([{ status: 'hidden', count: 1 }]);
    expect(after.categories).toEqual({
      indexable: before.categories.indexable + 2,
      ownedElsewhere: 0,
      withoutVideos: before.categories.withoutVideos + 1,
    });
    expect(after.keywords).toEqual({
      byStanding: [{ standing: 'few', count: 1 }],
      ...{ isWhole: true, areOwned: true },
    });
  });
});

test('visits are listed by engine and day, who came last first', async () => {
  await sql`insert into crawler_visits (engine, day, visits, last_at) values
    ('bing', (now() at time zone 'UTC')::date, 3, now() - interval '1 hour'),
    ('bing', (now() at time zone 'UTC')::date - 29, 4, now() - interval '29 days'),
    ('bing', (now() at time zone 'UTC')::date - 30, 5, now() - interval '30 days'),
    ('yandex', (now() at time zone 'UTC')::date, 1, now())`.execute(site.base.db);
  const [first, second, third] = await admin.indexing.visits();
  expect([first?.engine, second?.engine]).toEqual(['yandex', 'bing']);
  expect(second?.days.map(({ visits }) => visits)).toEqual([4, 3]);
  expect(third).toMatchObject({ lastAt: null, days: [] });
});

describe('a page', () => {
  const seen = (path: string) => admin.indexing.page({ url: origin + path });
  const typesOf = (page: Awaited<ReturnType<typeof seen>>) => page.things.map(({ type }) => type);
  const faultsOf = (page: Awaited<ReturnType<typeof seen>>) => [
    ...page.faults,
    ...page.things.flatMap(({ type, fields }) =>
      fields.flatMap(({ fault, level }) => (fault && level === 'required' ? [`${type}: ${fault}`] : [])),
    ),
  ];

  test('of a video is read whole, without a fault, and counts as no view', async () => {
    const id = await makeStoredVideo(site.base.db, { storage: site.storage });
    const page = await seen(`/video/${id}`);
    expect(page).toMatchObject({
      status: 200,
      isIndexable: true,
      robots: null,
      location: null,
      language: 'en',
    });
    expect(page.canonical).toBe(`${origin}/video/${id}`);
    expect(typesOf(page)).toEqual(expect.arrayContaining(['VideoObject', 'BreadcrumbList', 'Open Graph']));
    const video = page.things.find(({ type }) => type === 'VideoObject');
    expect(video?.fields.filter(({ level }) => level === 'required').map(({ fault }) => fault)).toEqual([
      ...[null, null, null],
    ]);
    expect(faultsOf(page)).toEqual([]);
    expect((await site.client.videos.get({ id })).views).toBe(0);
  });

  test('of a list has its entries; a filter or a later page is not indexed, with the reason', async () => {
    expect(typesOf(await seen('/category/waves'))).toEqual(
      expect.arrayContaining(['CollectionPage', 'ItemList', 'BreadcrumbList']),
    );
    const search = await seen('/?search=wave');
    expect(search).toMatchObject({ isIndexable: false, verdict: expect.stringContaining('noindex') });
  });

  test('that redirects, is missing or gone is shown as that', async () => {
    const { db } = site.base;
    await admin.topics.createCategory({ name: 'Old Lines' });
    const { categories } = await admin.topics.get();
    const id = categories.find(({ slug }) => slug === 'old-lines')?.id ?? '';
    await admin.topics.renameCategory({ id, name: 'New Lines' });
    expect(await seen('/category/old-lines')).toMatchObject({
      status: 301,
      location: '/category/new-lines',
      isIndexable: false,
      things: [],
    });
    const removed = await makeVideo(db);
    await removeVideo(db, removed);
    expect(await seen(`/video/${removed}`)).toMatchObject({ status: 410, isIndexable: false });
    expect(await seen('/video/%ff')).toMatchObject({ status: 404, isIndexable: false });
  });

  test.each([
    ['', 'Which page?'],
    ['/video/1', 'including https://'],
    ['file:///etc/passwd', 'including https://'],
    ['http://admin:secret@localhost/', 'including https://'],
    ['https://elsewhere.test/', 'is not the name of one of your domains'],
    ['http://localhost/api/videos', 'No page for visitors'],
    ['http://localhost/media/film/1/video.mp4', 'No page for visitors'],
    ['http://localhost//elsewhere.test/', 'No page for visitors'],
    [`http://localhost/${'a'.repeat(3000)}`, 'At most 2000'],
  ])('%s is refused with a sentence', async (url, sentence) => {
    await expect(admin.indexing.page({ url })).rejects.toMatchObject({
      status: 400,
      sentence: expect.stringContaining(sentence),
    });
  });
});
