import type { Client } from '@vesper/contract';
import { removeVideo } from '@vesper/library/videos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

let made = 0;
async function makeKeyword(keyword: string): Promise<string> {
  made += 1;
  const { id } = await admin.keywords.create({
    keyword,
    slug: `keyword-${made}`,
    metaTitle: 'Title',
    metaDescription: 'Description',
  });
  return id;
}

async function linkedTo(keywordId: string): Promise<string[]> {
  const { videos } = await admin.keywords.videos({ keywordId, limit: 100 });
  return videos.map(({ videoId }) => videoId);
}

async function makeVideos(count: number, title: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await makeVideo(site.base.db, { title: `${title} ${n}` }));
  return ids;
}

describe('auto-link', () => {
  test('links public videos that have all the words, at most the limit, and the page shows them', async () => {
    const matching = await makeVideos(20, 'Violet spirals');
    await makeVideos(3, 'Violet');
    const [hidden = ''] = await makeVideos(1, 'Violet spirals hidden');
    await removeVideo(site.base.db, hidden);
    const id = await makeKeyword('violet spirals');
    expect(await admin.keywords.autoLink({ id, limit: 12 })).toEqual({ linkedCount: 12, totalCount: 12 });
    const linked = await linkedTo(id);
    expect(linked).toHaveLength(12);
    expect(matching).toEqual(expect.arrayContaining(linked));
    const page = await site.client.keywords.get({ lang: 'en', slug: `keyword-${made}` });
    expect(page.videos.map((video) => video.id)).toEqual(linked);
    const { videos } = await admin.keywords.videos({ keywordId: id });
    for (const video of videos) expect(video.relevanceScore).toBeGreaterThan(0);
  });

  test('requested many times at once links only once', async () => {
    await makeVideos(30, 'Amber waves');
    const id = await makeKeyword('amber waves');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.keywords.autoLink({ id, limit: 24 })),
    );
    expect(answers.reduce((sum, { linkedCount }) => sum + linkedCount, 0)).toBe(24);
    expect(await linkedTo(id)).toHaveLength(24);
  });

  test('does not restore a video unlinked by hand, until it is linked by hand', async () => {
    const [first = '', second = ''] = await makeVideos(2, 'Crimson tiles');
    const id = await makeKeyword('crimson tiles');
    await admin.keywords.autoLink({ id, limit: 12 });
    expect(await admin.keywords.unlink({ keywordId: id, videoId: first })).toEqual({ changed: true });
    expect(await admin.keywords.unlink({ keywordId: id, videoId: first })).toEqual({ changed: false });
    expect(await admin.keywords.autoLink({ id, limit: 12 })).toEqual({ linkedCount: 0, totalCount: 1 });
    expect(await linkedTo(id)).toEqual([second]);
    expect(await admin.keywords.link({ keywordId: id, videoId: first })).toEqual({ changed: true });
    expect(await admin.keywords.link({ keywordId: id, videoId: first })).toEqual({ changed: false });
    expect(await linkedTo(id)).toHaveLength(2);
  });

  test.each(['!!!', 'words that nothing has', "a' | b & !c:*"])('of %j links nothing', async (keyword) => {
    const id = await makeKeyword(keyword);
    expect(await admin.keywords.autoLink({ id, limit: 100 })).toEqual({ linkedCount: 0, totalCount: 0 });
  });
});
