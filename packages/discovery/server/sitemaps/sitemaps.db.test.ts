import type { Db } from '@vesper/core/db/pool.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { askAs } from '../../../test/ask-as.ts';
import { makeVideo } from '../../../test/factories.ts';
import { makeManyVideos } from '../../../test/many-videos.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { keepShards, MOST_VIDEOS_INSIDE } from './shards.ts';

const MOST = 3;
let site: TestSite;
let db: Db;
let made = 0;
beforeEach(async () => {
  site = await startTestSite();
  db = site.base.db;
  await addDomain(db, 'charts.test', []);
  made = 0;
}, 60_000);
afterEach(() => site.close());

async function publish(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    made += 1;
    const published_at = new Date(Date.UTC(2026, 0, 1, 0, 0, made));
    ids.push(await makeVideo(db, { published_at, thumbnail_url: 'https://pictures.test/1.webp' }));
  }
  await keepShards(db, { most: MOST });
  return ids;
}

async function addKeyword(position: number): Promise<void> {
  const slug = `keyword-${position}`;
  const texts = { keyword: slug, slug, meta_title: slug, meta_description: slug };
  const { id } = await db
    .insertInto('keywords')
    .values({ ...texts, position, reviewed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('keyword_standing').values({ keyword_id: id, shown: [] }).execute();
}

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  askAs(site.url, 'charts.test', path, { headers, method });
const textOf = async (path: string) => (await ask(path)).body.toString();
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc);
const shardsListed = async () =>
  locs(await textOf('/sitemap.xml')).filter((loc) => loc?.includes('-videos-'));
const idsIn = async (number: number) =>
  locs(await textOf(`/sitemap-videos-${number}.xml`)).map((loc) => loc?.split('/').at(-1));
const change = (id: string, fields: object) =>
  db.updateTable('videos').set(fields).where('id', '=', id).execute();

describe('shards', () => {
  test('hold the videos in the order of publishing, each so many', async () => {
    const ids = await publish(7);
    expect(await shardsListed()).toEqual([1, 2, 3].map((n) => `http://charts.test/sitemap-videos-${n}.xml`));
    expect(await Promise.all([1, 2, 3].map(idsIn))).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  });

  test('starts stay when videos go and come back, and what comes back in number gets a shard of its own', async () => {
    const ids = await publish(7);
    const hide = (hidden: boolean, some: string[]) =>
      db
        .updateTable('videos')
        .set(
          hidden ? { status: 'hidden', hidden_reason: 'gone' } : { status: 'published', hidden_reason: null },
        )
        .where('id', 'in', some)
        .execute();
    await hide(true, ids.slice(0, 3));
    expect(await shardsListed()).toHaveLength(2);
    expect((await ask('/sitemap-videos-1.xml')).status).toBe(404);
    await keepShards(db, { most: MOST });
    await hide(false, ids.slice(0, 3));
    await keepShards(db, { most: MOST });
    expect(await Promise.all([1, 2, 3].map(idsIn))).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
    const between = await Promise.all(
      [1, 2, 3].map((n) => makeVideo(db, { published_at: new Date(Date.UTC(2026, 0, 1, 0, 0, 2, n * 100)) })),
    );
    await keepShards(db, { most: MOST });
    expect(await idsIn(1)).toEqual([ids[0], ids[1], between[0]]);
    expect(await idsIn(4)).toEqual([between[1], between[2], ids[2]]);
    expect(await idsIn(2)).toEqual(ids.slice(3, 6));
  });

  test('many published at one moment are still told apart', async () => {
    const published_at = new Date('2026-02-01T00:00:00Z');
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeVideo(db, { published_at })));
    await keepShards(db, { most: MOST });
    expect((await Promise.all([1, 2, 3].map(idsIn))).flat().toSorted()).toEqual(ids.toSorted());
  });
});

describe('the number of videos', () => {
  const counted = async () => {
    await keepShards(db, { most: MOST });
    const shards = await db.selectFrom('sitemap_shards').select('videos').orderBy('number').execute();
    return shards.map(({ videos }) => videos);
  };

  test('follows every change, without reading the videos', async () => {
    const ids = (await publish(5)).map(String);
    expect(await counted()).toEqual([3, 2]);
    site.queries.length = 0;
    const [first = '', second = '', , , last = ''] = ids;
    await change(first, { title: 'Another chart' });
    await change(first, { status: 'hidden', hidden_reason: 'gone' });
    await change(first, { title: 'Yet another chart' });
    expect(await counted()).toEqual([2, 2]);
    await change(first, { status: 'published', hidden_reason: null });
    await change(second, { status: 'hidden', hidden_reason: 'takedown' });
    await change(last, { published_at: new Date('2026-01-01T00:00:02.5Z') });
    expect(await counted()).toEqual([3, 1]);
    await db.deleteFrom('videos').where('id', 'in', [first, second]).execute();
    const id = await makeVideo(db, { published_at: new Date('2026-01-01T00:00:01Z') });
    await makeVideo(db, {
      status: 'hidden',
      hidden_reason: 'gone',
      published_at: new Date('2026-01-01T00:00:01Z'),
    });
    expect(await counted()).toEqual([3, 1]);
    await change(id, { status: 'hidden', hidden_reason: 'gone' });
    expect(await counted()).toEqual([2, 1]);
    expect(site.queries.filter((text) => text.includes('placed as materialized'))).toEqual([]);
  });
});

test('what is too much for one sitemap is not served in it, and in others as soon as they have begun', async () => {
  await keepShards(db);
  const count = MOST_VIDEOS_INSIDE + 100;
  await makeManyVideos(db, { count });
  const first = locs(await textOf('/sitemap-videos-1.xml'));
  expect(first).toHaveLength(MOST_VIDEOS_INSIDE);
  await keepShards(db);
  const [one, two] = await Promise.all([1, 2].map(idsIn));
  expect([one?.length, two?.length]).toEqual([10_000, count - 10_000]);
  expect([...(one ?? []), ...(two ?? [])].slice(0, MOST_VIDEOS_INSIDE)).toEqual(
    first.map((loc) => loc?.split('/').at(-1)),
  );
}, 60_000);

describe('a change', () => {
  test('a takedown is out with the next request, also for who has the sitemap', async () => {
    const [first, second] = await publish(2);
    const { headers } = await ask('/sitemap-videos-1.xml');
    const known = { 'if-none-match': String(headers.etag) };
    expect((await ask('/sitemap-videos-1.xml', known)).status).toBe(304);
    await change(String(first), { status: 'hidden', hidden_reason: 'takedown' });
    const after = await ask('/sitemap-videos-1.xml', known);
    expect([after.status, locs(after.body.toString())]).toEqual([
      200,
      [`http://charts.test/video/${second}`],
    ]);
  });

  test('lastmod follows what the page shows, and not its views', async () => {
    const [id] = await publish(1);
    const before = await ask('/sitemap-videos-1.xml');
    expect(before.body.toString()).toContain('<lastmod>2026-01-01T00:00:01Z</lastmod>');
    await change(String(id), { views: 1000, hls_url: 'a/b.m3u8', placeholder: 'x' });
    const viewed = await ask('/sitemap-videos-1.xml');
    expect([viewed.headers.etag, viewed.body]).toEqual([before.headers.etag, before.body]);
    await change(String(id), { title: 'Another chart' });
    const edited = await ask('/sitemap-videos-1.xml');
    expect(edited.headers.etag).not.toBe(before.headers.etag);
    const lastmod = /<lastmod>([^<]+)</.exec(edited.body.toString())?.[1] ?? '';
    expect(Date.now() - Date.parse(lastmod)).toBeLessThan(3_600_000);
    const index = /videos-1\.xml<\/loc><lastmod>([^<]+)</.exec(await textOf('/sitemap.xml'))?.[1] ?? '';
    expect(index.slice(0, 19)).toBe(lastmod.slice(0, 19));
  });
});

describe('served', () => {
  test('a hosted film by its lasting address, which is for verified crawlers; a remote one where it is', async () => {
    const hosted = { kind: 'hosted', video_url: 'one/film.mp4', thumbnail_url: 'one/thumbnail-640.webp' };
    const id = await makeVideo(db, hosted);
    const picture = { thumbnail_url: 'https://pictures.test/1.webp' };
    await makeVideo(db, { ...picture, kind: 'remote', video_url: 'https://films.test/1.mp4' });
    await keepShards(db, { most: MOST });
    const films = [...(await textOf('/sitemap-videos-1.xml')).matchAll(/<video:content_loc>([^<]+)</g)];
    expect(films.map(([, film]) => film)).toEqual([
      `http://charts.test/media/film/${id}/video.mp4`,
      'https://films.test/1.mp4',
    ]);
    const { status, body } = await ask(new URL(String(films[0]?.[1])).pathname);
    expect([status, body.toString()]).toEqual([403, expect.stringContaining('for search engines')]);
  });

  test('categories and keywords by the domain that owns them alone', async () => {
    await db.updateTable('domains').set({ domain: 'first.test' }).where('is_default', '=', true).execute();
    await publish(1);
    await addDomain(db, 'owner.test', ['ownedCategories=Charts']);
    await addKeyword(1);
    const namesOf = async (host: string) =>
      locs((await askAs(site.url, host, '/sitemap.xml')).body.toString()).map((loc) =>
        loc?.replace(`http://${host}/sitemap-`, ''),
      );
    expect(await namesOf('owner.test')).toEqual(['pages.xml', 'categories.xml', 'videos-1.xml']);
    expect(await namesOf('first.test')).toEqual(['pages.xml', 'keywords-en-1.xml']);
    expect(await namesOf('charts.test')).toEqual(['pages.xml']);
    for (const name of ['categories', 'keywords-en-1'])
      expect((await ask(`/sitemap-${name}.xml`)).status).toBe(404);
  });
});
