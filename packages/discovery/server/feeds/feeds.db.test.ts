import type { Db } from '@vesper/core/db/pool.ts';
import { removeVideo } from '@vesper/library/videos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { askAs } from '../../../test/ask-as.ts';
import { makeCategory, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { readXmlTree, type XmlElement } from '../../../test/xml-tree.ts';

const LISTS = ['', '/category/charts', '/pt-BR/charts'];
const FEEDS = LISTS.flatMap((list) => [`${list}/feed.rss`, `${list}/feed.atom`]);
const HOSTILE = `]]> <b>&amp;\u0001 😀`;

let site: TestSite;
let db: Db;
let newest: string;
let keywordId: string;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
  db = site.base.db;
  await addDomain(db, 'charts.test', ['siteName=Charts', 'address=https://charts.test']);
  await makeCategory(db, 'Shapes');
  await addDomain(db, 'shapes.test', ['address=https://shapes.test:8443', 'ownedCategories=Shapes']);
  await db.insertInto('languages').values({ code: 'pt-BR', name: 'P', native_name: 'P' }).execute();
  const words = { keyword: 'charts', slug: 'charts', meta_title: 'Todos', meta_description: 'Lentos.' };
  ({ id: keywordId } = await db
    .insertInto('keywords')
    .values({ ...words, language_code: 'pt-BR' })
    .returning('id')
    .executeTakeFirstOrThrow());
  for (let n = 0; n < 55; n += 1) newest = await publish(n);
  const translation = { title: 'Gráfico', description: 'Lento.', language_code: 'pt-BR', video_id: newest };
  await db.insertInto('video_translations').values(translation).execute();
}, 60_000);
afterAll(() => site.close());

/** Newer and more relevant than those before. */
async function publish(n: number): Promise<string> {
  made += 1;
  const id = await makeVideo(db, {
    ...{ title: `${HOSTILE} ${n}`, kind: 'hosted', thumbnail_url: `videos/${made}/thumbnail-640.webp` },
    published_at: new Date(Date.UTC(2026, 0, 1, 0, n)),
  });
  await db
    .insertInto('keyword_videos')
    .values({ keyword_id: keywordId, video_id: id, relevance_score: n })
    .execute();
  return id;
}

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  askAs(site.url, 'charts.test', path, { headers, method });

/** Texts or addresses by element name. */
async function read(path: string): Promise<Record<string, string[]>> {
  const { status, body } = await ask(path);
  expect([path, status]).toEqual([path, 200]);
  const found: Record<string, string[]> = {};
  const add = ({ name: prefixed, attributes, text, children }: XmlElement) => {
    const name = prefixed.replace('atom:', '');
    found[name] ??= [];
    found[name].push(attributes.href ?? attributes.url ?? text);
    for (const child of children) add(child);
  };
  add(readXmlTree(body.toString()));
  return found;
}
const linksIn = async (path: string) => {
  const { guid, id = [] } = await read(path);
  // The first is the feed's own.
  return guid ?? id.slice(1);
};

describe('a feed', () => {
  test.each(FEEDS)('%s has the first 50 videos of its list, whatever they are called', async (path) => {
    const found = await read(path);
    expect((await linksIn(path)).length).toBe(50);
    expect((await linksIn(path))[0]).toBe(`https://charts.test/video/${newest}`);
    expect(found['media:player']?.[0]).toBe(`https://charts.test/embed/${newest}`);
    expect(found['media:rating']).toHaveLength(50);
    expect(found.title?.[2]).toBe(`]]> <b>&amp; 😀 53`);
    expect(found['media:thumbnail']?.[0]).toMatch(
      /^https:\/\/charts\.test\/media\/thumbnail\/.+\/1200x630\.jpg$/,
    );
    const { pathname } = new URL(found['media:thumbnail']?.[0] ?? '');
    expect(pathname).toContain(newest);
  });

  test('takes two queries, and one more to find its list', async () => {
    for (const [path, most] of [
      ['/feed.rss', 2],
      ['/category/charts/feed.atom', 3],
      ['/pt-BR/charts/feed.rss', 3],
    ] as const) {
      const queries = async () => {
        site.queries.length = 0;
        await ask(path);
        return site.queries.filter((text) => !text.includes('from domains')).length;
      };
      await ask(path);
      // Background queries may fall in between.
      await expect.poll(queries).toBe(most);
    }
  });
});

describe('who has a feed', () => {
  test.each(FEEDS)('%s is told that nothing has changed', async (path) => {
    const { headers } = await ask(path);
    expect(headers['content-type']).toMatch(/^application\/(rss|atom)\+xml; charset=utf-8$/);
    expect(headers['last-modified']).toBe('Thu, 01 Jan 2026 00:54:00 GMT');
    const again = await ask(path, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect([headers.vary, again.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
    const { status, body, headers: said } = await ask(path, {}, 'HEAD');
    expect([status, body.length, said.etag]).toEqual([200, 0, headers.etag]);
  });

  test('is given a changed title with a new tag and date, and the date of publication as it was', async () => {
    const id = await publish(55);
    const dates = async () => {
      const { published, updated } = await read('/feed.atom');
      return { published: published?.[0], ofFeed: updated?.[0], updated: updated?.[1] };
    };
    const publishedAt = new Date(Date.UTC(2026, 0, 1, 0, 55)).toISOString();
    expect(await dates()).toEqual({ published: publishedAt, ofFeed: publishedAt, updated: publishedAt });
    const before = await ask('/feed.atom');
    await db.updateTable('videos').set({ title: 'Renamed' }).where('id', '=', id).execute();
    const { changed_at: changed } = await db
      .selectFrom('videos')
      .select('changed_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const changedAt = changed?.toISOString();
    expect(await dates()).toEqual({ published: publishedAt, ofFeed: changedAt, updated: changedAt });
    const after = await ask('/feed.atom', { 'if-none-match': String(before.headers.etag) });
    expect([after.status, after.headers['last-modified']]).toEqual([200, changed?.toUTCString()]);
    await db.deleteFrom('videos').where('id', '=', id).execute();
  });

  test.each(FEEDS)('%s has it without a takedown with the next request', async (path) => {
    const id = await publish(53);
    const before = await ask(path);
    expect(before.body.toString()).toContain(id);
    await removeVideo(db, id);
    const { 'last-modified': lastModified, etag } = before.headers;
    for (const known of [
      { 'if-none-match': String(etag) },
      { 'if-modified-since': String(lastModified) },
    ] as Record<string, string>[]) {
      const after = await ask(path, known);
      expect([after.status, after.body.toString().includes(id)]).toEqual([200, false]);
    }
  });
});

describe('names', () => {
  test.each([
    '/category/nothing/feed.rss',
    '/pt-BR/nothing/feed.atom',
    '/pt-BR/%00/feed.rss',
    '/video/1/feed.rss',
  ])('without a list, as in %s, are refused with a sentence', async (path) => {
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(body.toString()).toMatch(/[a-z]\./);
  });

  test('of lists that are gone say so, and former ones lead to the present', async () => {
    const admin = await site.admin();
    const { id } = await admin.topics.createCategory({ name: 'Old Shapes' });
    await admin.topics.renameCategory({ id, name: 'New Shapes' });
    const moved = await ask('/category/old-shapes/feed.atom');
    expect([moved.status, moved.headers.location]).toEqual([301, '/category/new-shapes/feed.atom']);
    const category = (await admin.topics.get()).categories.find(({ slug }) => slug === 'new-shapes');
    await admin.topics.deleteCategory({ id: category?.id ?? '' });
    expect((await ask('/category/new-shapes/feed.rss')).status).toBe(410);

    const words = { keyword: 'w', metaTitle: 'Words', metaDescription: 'Words.' };
    const keyword = await admin.keywords.create({ ...words, slug: 'early' });
    await admin.keywords.change({ id: keyword.id, slug: 'late' });
    const changed = await ask('/en/early/feed.rss');
    expect([changed.status, changed.headers.location]).toEqual([301, '/en/late/feed.rss']);
    await admin.keywords.delete({ id: keyword.id });
    expect((await ask('/en/late/feed.rss')).status).toBe(410);
    expect((await ask('/pt-br/charts/feed.rss')).headers.location).toBe('/pt-BR/charts/feed.rss');
  });
});

describe('domains', () => {
  test('links name the domain that owns the video', async () => {
    const id = await makeVideo(db, { category: 'Shapes', published_at: new Date('2026-02-01') });
    expect((await linksIn('/feed.rss'))[0]).toBe(`https://shapes.test:8443/video/${id}`);
    const own = await askAs(site.url, 'shapes.test', '/feed.rss');
    expect(own.body.toString()).toContain(`<guid isPermaLink="true">https://shapes.test:8443/video/${id}<`);
  });
});
