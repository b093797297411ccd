import type { Db } from '@vesper/core/db/pool.ts';
import { removeVideo } from '@vesper/library/videos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { askAs } from '../../../test/ask-as.ts';
import { makeCategory, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { readXmlTree, type XmlElement } from '../../test/xml-tree.ts';

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
});

describe('domains', () => {
  test('links name the domain that owns the video', async () => {
    const id = await makeVideo(db, { category: 'Shapes', published_at: new Date('2026-02-01') });
    expect((await linksIn('/feed.rss'))[0]).toBe(`https://shapes.test:8443/video/${id}`);
    const own = await askAs(site.url, 'shapes.test', '/feed.rss');
    expect(own.body.toString()).toContain(`<guid isPermaLink="true">https://shapes.test:8443/video/${id}<`);
  });
});
