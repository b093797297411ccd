import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { askAs } from '../../../test/ask-as.ts';
import { fileNoticeAbout } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import { keepShards } from './shards.ts';

let site: TestSite;
let taken: string;
let stays: string;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  await addDomain(site.base.db, 'charts.test', ['address=https://charts.test']);
  taken = await makeStoredVideo(site.base.db, { storage: site.storage });
  stays = await makeStoredVideo(site.base.db, { storage: site.storage });
  await keepShards(site.base.db);
});
afterAll(() => site.close());

const oembedOf = (id: string) => `/oembed?url=${encodeURIComponent(`https://charts.test/video/${id}`)}`;

test('the next request for sitemap, feeds, oEmbed and framed player is without a video that was taken down', async () => {
  const lists = ['/sitemap-videos-1.xml', '/feed.rss', '/feed.atom', '/category/charts/feed.rss'];
  const tags = new Map<string, string>();
  const ask = (path: string) => {
    const tag = tags.get(path);
    return askAs(site.url, 'charts.test', path, tag ? { headers: { 'if-none-match': tag } } : {});
  };
  const own = (id: string) => [oembedOf(id), `/embed/${id}`];
  for (const path of [...lists, ...own(taken), ...own(stays)]) {
    const { status, headers, body } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    if (lists.includes(path)) expect(body.toString()).toContain(taken);
    tags.set(path, String(headers.etag ?? ''));
  }
  const requestId = await fileNoticeAbout(site, taken);
  const admin = await site.admin();
  await admin.takedowns.decide({ id: requestId, status: 'approved', videoId: taken });
  for (const path of lists) {
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect(body.toString()).not.toContain(taken);
    expect(body.toString()).toContain(stays);
  }
  for (const path of own(taken)) {
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, path.startsWith('/embed') ? 410 : 404]);
    expect(body.toString()).not.toMatch(/iframe|video\.mp4|thumbnail/);
  }
  for (const path of own(stays)) expect([200, 304]).toContain((await ask(path)).status);
});
