import { type Client, createClient, fetchTransport, type NewKeyword } from '@vesper/contract';
import { removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { uncached } from '../../../test/uncached.ts';
import { noteAll, settleNoted } from './standing.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

const TEXTS = { keyword: 'word', metaTitle: 'Words', metaDescription: 'Words and words.' };
let made = 0;

async function makeKeyword(fields: Partial<NewKeyword> = {}): Promise<{ id: string; slug: string }> {
  made += 1;
  const { id, slug } = await admin.keywords.create({ ...TEXTS, slug: `word-${made}`, ...fields });
  return { id, slug };
}

async function makeVideos(count: number, category = 'Charts'): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await makeVideo(site.base.db, { category }));
  return ids;
}

async function link(keywordId: string, videoIds: readonly string[]): Promise<void> {
  for (const videoId of videoIds) await admin.keywords.link({ keywordId, videoId });
}

const settle = () => settleNoted(site.base.db, new AbortController().signal);

async function recordOf(id: string) {
  const found = (await admin.keywords.list({ limit: 200 })).find((one) => one.id === id);
  if (!found) throw new Error('The keyword is gone.');
  return found;
}

const standingOf = async (id: string) => (await recordOf(id)).standing;

async function robotsOf(path: string): Promise<string | undefined> {
  const own = site.url.replace('127.0.0.1', 'localhost');
  const response = await fetch(own + uncached(path));
  expect(response.status).toBe(200);
  return /<meta name="robots" content="([^"]*)">/.exec(await response.text())?.[1];
}

describe('a page is indexable', () => {
  test('with enough videos, and no longer once one of them is removed', async () => {
    const { id, slug } = await makeKeyword();
    const videos = await makeVideos(6);
    await link(id, videos.slice(1));
    expect(await standingOf(id)).toBe('few');
    expect(await robotsOf(`/en/${slug}`)).toBe('noindex,follow');
    await link(id, videos.slice(0, 1));
    expect(await recordOf(id)).toMatchObject({ standing: 'alike', alikeTo: '/category/charts' });
    await makeVideos(20);
    await noteAll(site.base.db, new AbortController().signal);
    await settle();
    expect(await recordOf(id)).toMatchObject({ standing: 'indexable', alikeTo: null });
    expect((await site.client.keywords.get({ lang: 'en', slug })).keyword.indexable).toBe(true);
    expect(await robotsOf(`/en/${slug}`)).toBeUndefined();
    await removeVideo(site.base.db, videos[3] ?? '');
    await settle();
    expect(await standingOf(id)).toBe('few');
    expect(await robotsOf(`/en/${slug}`)).toBe('noindex,follow');
  });

  test('unless an older indexable page shows nearly the same videos', async () => {
    const videos = await makeVideos(20);
    const first = await makeKeyword({ languageCode: 'de' });
    const second = await makeKeyword();
    const third = await makeKeyword();
    await link(first.id, videos.slice(0, 10));
    await link(second.id, videos.slice(0, 9));
    await link(third.id, videos.slice(8, 20));
    expect(await standingOf(first.id)).toBe('indexable');
    expect(await recordOf(second.id)).toMatchObject({ standing: 'alike', alikeTo: `/de/${first.slug}` });
    expect(await standingOf(third.id)).toBe('indexable');
    await admin.keywords.change({ id: first.id, enabled: false });
    await settle();
    expect([await standingOf(first.id), await standingOf(second.id)]).toEqual(['disabled', 'indexable']);
    await admin.keywords.change({ id: first.id, enabled: true });
    await settle();
    expect([await standingOf(first.id), await standingOf(second.id)]).toEqual(['indexable', 'alike']);
    await admin.keywords.delete({ id: first.id });
    await settle();
    expect(await standingOf(second.id)).toBe('indexable');
    const fourth = await makeKeyword();
    await link(fourth.id, [...videos.slice(0, 9), ...videos.slice(17, 20)]);
    expect(await standingOf(fourth.id)).toBe('indexable');
    await admin.keywords.unlink({ keywordId: fourth.id, videoId: videos[19] ?? '' });
    expect(await standingOf(fourth.id)).toBe('alike');
  });
});

describe('words are reviewed', () => {
  test('by a person who saves them, not by a program, which cannot mark them either', async () => {
    const { token } = await admin.tokens.create({ name: 'words', scopes: ['words:write'], expiresInDays: 7 });
    const program = createClient(fetchTransport(site.url, { authorization: `Bearer ${token}` }));
    const { id } = await program.keywords.create({ ...TEXTS, slug: 'by-a-program' });
    await link(id, await makeVideos(7));
    expect(await recordOf(id)).toMatchObject({ reviewed: false, standing: 'unreviewed' });
    await expect(program.keywords.change({ id, reviewed: true })).rejects.toMatchObject({ status: 403 });
    await expect(program.keywords.create({ ...TEXTS, slug: 'by-one', reviewed: true })).rejects.toMatchObject(
      { status: 403 },
    );
    await admin.keywords.change({ id, enabled: true });
    expect(await standingOf(id)).toBe('unreviewed');
    await admin.keywords.change({ id, metaTitle: TEXTS.metaTitle });
    expect(await recordOf(id)).toMatchObject({ reviewed: true, standing: 'indexable' });
    await program.keywords.change({ id, metaTitle: TEXTS.metaTitle, searchVolume: 3 });
    expect(await standingOf(id)).toBe('indexable');
    await program.keywords.change({ id, metaDescription: 'Other words.' });
    expect(await standingOf(id)).toBe('unreviewed');
    await admin.keywords.change({ id, reviewed: true });
    expect(await standingOf(id)).toBe('indexable');
    await admin.keywords.change({ id, reviewed: false });
    expect(await standingOf(id)).toBe('unreviewed');
  });
});

describe('a former address', () => {
  const answer = async (path: string) => {
    const { status, headers } = await fetch(site.url + uncached(path), { redirect: 'manual' });
    return [status, headers.get('location')];
  };

  test("redirects straight to the keyword's current one, even after several moves", async () => {
    const { id } = await makeKeyword({ slug: 'first', languageCode: 'de' });
    await admin.keywords.change({ id, slug: 'second' });
    await admin.keywords.change({ id, slug: 'third', languageCode: 'es' });
    for (const path of ['/de/first', '/de/second', '/DE/first']) {
      expect(await answer(path)).toEqual([301, '/es/third']);
    }
    expect(await answer('/de/first?page=2')).toEqual([301, '/es/third?page=2']);
    expect(await answer('/es/third')).toEqual([200, null]);
    const { keyword } = await site.client.keywords.get({ lang: 'de', slug: 'first' });
    expect(keyword).toMatchObject({ slug: 'third', languageCode: 'es' });
    await admin.keywords.change({ id, slug: 'fourth', languageCode: null });
    await admin.keywords.change({ id, languageCode: 'en' });
    expect(await answer('/de/first')).toEqual([301, '/en/fourth']);
    expect(await answer('/es/third')).toEqual([301, '/en/fourth']);
    await admin.keywords.change({ id, enabled: false });
    expect((await answer('/de/first'))[0]).toBe(404);
  });
});

test('only indexable pages are linked from home, their category and their videos', async () => {
  const videos = await makeVideos(8, 'Mosaics');
  await makeVideos(40, 'Mosaics');
  const good = await makeKeyword({ slug: 'mosaic-tiles', keyword: 'Mosaic tiles' });
  const unread = await makeKeyword({ slug: 'unread-tiles', reviewed: false });
  await link(good.id, videos);
  await link(unread.id, videos);
  const linked = { keyword: 'Mosaic tiles', languageCode: 'en', slug: 'mosaic-tiles' };
  await expect.poll(() => site.client.keywords.links({ category: 'mosaics' })).toEqual([linked]);
  expect((await site.client.videos.get({ id: videos[0] ?? '' })).keywords).toEqual([linked]);
  for (const path of ['/', '/category/mosaics', `/video/${videos[0]}`]) {
    const text = await (await fetch(site.url + uncached(path))).text();
    expect(text).toContain('href="/en/mosaic-tiles"');
    expect(text).not.toContain('href="/en/unread-tiles"');
  }
  expect(await site.client.keywords.links({ category: 'no-such-category' })).toEqual([]);
  await admin.refusals.add({ language: 'en', terms: ['mosaic tiles'] });
  await expect.poll(() => site.client.keywords.links({ category: 'mosaics' })).toEqual([]);
  await sql`update keywords set passed_at = now() where id = ${good.id}`.execute(site.base.db);
  await expect.poll(() => site.client.keywords.links({ category: 'mosaics' })).toEqual([linked]);
  const { links, total, totalPages } = await site.client.keywords.index();
  expect(links.filter(({ slug }) => slug.endsWith('-tiles'))).toEqual([linked]);
  expect([total, totalPages]).toEqual([links.length, 1]);
  const index = await (await fetch(site.url + uncached('/topics'))).text();
  expect(index).toContain('href="/en/mosaic-tiles"');
  expect(index).toContain('<meta name="robots" content="noindex,follow">');
  expect(await (await fetch(site.url + uncached('/'))).text()).toContain('href="/topics"');
});
