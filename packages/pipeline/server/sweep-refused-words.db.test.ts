import type { Client } from '@vesper/contract';
import { decideTopics } from '@vesper/library/topics';
import { holdRefused } from '@vesper/library/videos';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../test/factories.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { sweepRefusedWords } from './sweep-refused-words.ts';

let site: TestSite;
let admin: Client;
/** A page is cached for a second. */
const CACHED = { timeout: 20_000, interval: 300 };
const signal = new AbortController().signal;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

function sweep(): Promise<void> {
  const { db, refusals, clock } = site.base;
  return sweepRefusedWords({ db, refusals, clock }, signal);
}

async function stateOf(id: string) {
  const { status, hiddenReason } = await admin.catalogue.get({ id });
  return [status, hiddenReason];
}

async function textOf(path: string): Promise<string> {
  const response = await fetch(site.url + path);
  return `${response.status} ${await response.text()}`;
}

/** A keyword with enough videos to be indexable. */
async function makeKeyword(keyword: string, slug: string) {
  const videos = [];
  for (let n = 0; n < 12; n += 1)
    videos.push(await makeVideo(site.base.db, { title: `Clip ${n}`, category: `Kind ${n}` }));
  const words = { metaTitle: `All ${slug}`, metaDescription: `All about ${slug}.` };
  const made = await admin.keywords.create({ keyword, slug, languageCode: 'en', ...words });
  for (const videoId of videos) await admin.keywords.link({ keywordId: made.id, videoId });
  // Saving updates its standing.
  await admin.keywords.change({ id: made.id, enabled: true });
  return { id: made.id, videos };
}

async function whereShown({ slug, video }: { slug: string; video: string }): Promise<string[]> {
  const places = {
    page: `/en/${slug}`,
    index: '/topics',
    video: `/video/${video}`,
    sitemap: '/sitemap-keywords-en-1.xml',
    feed: `/en/${slug}/feed.rss`,
  };
  const shown = [];
  for (const [place, path] of Object.entries(places)) {
    const text = await textOf(path);
    if (text.startsWith('200') && text.includes(`/en/${slug}`)) shown.push(place);
  }
  return shown;
}

test('a keyword whose words become blocked has no page and no links until it is allowed', async () => {
  const { id, videos } = await makeKeyword('Grimbols', 'grimbols');
  const of = { slug: 'grimbols', video: videos[0] ?? '' };
  const before = await whereShown(of);
  expect(before).toEqual(['page', 'index', 'video', 'sitemap', 'feed']);
  const { added } = await admin.refusals.add({ language: 'en', terms: ['grimbol'] });
  const call = site.client.keywords.get({ lang: 'en', slug: 'grimbols' });
  await expect(call).rejects.toMatchObject({ status: 404 });
  await sweep();
  await expect.poll(() => whereShown(of), CACHED).toEqual([]);
  expect(await admin.refusals.get()).toMatchObject({ heldKeywords: 1, isSweeping: false });
  expect(await admin.keywords.list({ standing: 'refused' })).toMatchObject([{ id, passed: false }]);
  await admin.keywords.change({ id, passed: true });
  await expect.poll(() => whereShown(of), CACHED).toEqual(before);
  await admin.refusals.add({ language: 'en', terms: ['somethingelse'] });
  await sweep();
  expect(await admin.keywords.list({ standing: 'refused' })).toEqual([]);
  await admin.keywords.change({ id, passed: false });
  expect(await admin.keywords.list({ standing: 'refused' })).toMatchObject([{ id }]);
  await admin.refusals.remove({ ids: added });
  await sweep();
  expect(await admin.keywords.list({ standing: 'refused' })).toEqual([]);
});

test('a category named by a source is checked with its videos', async () => {
  const { db, refusals } = site.base;
  await admin.refusals.add({ language: 'en', terms: ['trundwick'] });
  const { category } = await decideTopics(db, { category: 'Trundwicks', tags: [] });
  const id = await makeVideo(db, {
    ...{ title: 'A walk', category },
    ...{ kind: 'remote', video_url: 'https://films.example/walk.mp4' },
  });
  const names = async () => (await site.client.categories.list()).map(({ name }) => name);
  expect(await names()).not.toContain('Trundwicks');
  for (const path of ['/category/trundwicks', '/category/trundwicks/feed.rss'])
    expect((await textOf(path)).slice(0, 3)).toBe('404');
  for (const path of ['/', '/sitemap-categories.xml']) expect(await textOf(path)).not.toContain('trundwick');
  const list = await refusals.get();
  expect(await db.transaction().execute((tx) => holdRefused(tx, list, [id]))).toEqual([id]);
  expect(await stateOf(id)).toEqual(['hidden', 'refused']);
  await admin.catalogue.act({ id, act: 'publish' });
  await admin.refusals.add({ language: 'en', terms: ['anything'] });
  await sweep();
  expect(await stateOf(id)).toEqual(['published', null]);
});

test('a translation whose words become blocked gives way to the original, and comes back', async () => {
  const { db } = site.base;
  const { id, videos } = await makeKeyword('Uhren', 'uhren');
  await admin.keywords.change({ id, languageCode: 'de' });
  const [video = ''] = videos;
  await db
    .insertInto('video_translations')
    .values({ video_id: video, language_code: 'de', title: 'Die Quorbels', description: 'Nichts.' })
    .execute();
  const titleShown = async () => {
    const page = await site.client.keywords.get({ lang: 'de', slug: 'uhren' });
    return page.videos.find((one) => one.id === video)?.localizedTitle;
  };
  expect(await titleShown()).toBe('Die Quorbels');
  const { added } = await admin.refusals.add({ language: 'de', terms: ['quorbel'] });
  await sweep();
  expect(await titleShown()).toBe('Clip 0');
  expect(await textOf('/de/uhren/feed.rss')).not.toContain('Quorbel');
  await admin.refusals.remove({ ids: added });
  await sweep();
  expect(await titleShown()).toBe('Die Quorbels');
});
