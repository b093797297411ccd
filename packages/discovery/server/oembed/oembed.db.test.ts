import { pageHref } from '@vesper/contract';
import { mergeVideoRows, removeVideo } from '@vesper/library/videos';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

const TITLE = 'Charts & "gradients" <slow>';

let site: TestSite;
let id: string;
beforeAll(async () => {
  site = await startTestSite();
  await addDomain(site.base.db, 'charts.test', ['siteName=Charts', 'address=https://charts.test']);
  await addDomain(site.base.db, 'closed.test', ['embedding.sites=nobody']);
  id = await makeVideo(site.base.db, {
    ...{ title: TITLE, width: 1920, height: 1080 },
    ...{ kind: 'hosted', thumbnail_url: 'videos/one/thumbnail-640.webp' },
  });
});
afterAll(() => site.close());

const pageAt = (video = id) => `https://charts.test${pageHref.video(video)}`;

async function ask(query: Record<string, string>) {
  const response = await fetch(`${site.url}/oembed?${new URLSearchParams(query)}`);
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    headers: response.headers,
    text,
  };
}

test('the frame fits where it is to be shown', async () => {
  const { headers, text } = await ask({ url: pageAt(), maxwidth: '320', maxheight: '9000' });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(JSON.parse(text)).toMatchObject({
    width: 320,
    height: 180,
    thumbnail_width: 300,
    thumbnail_height: 158,
  });
  expect(JSON.parse(text).thumbnail_url).toMatch(
    /^https:\/\/charts\.test\/media\/thumbnail\/.+\/300x158\.jpg$/,
  );
  const tiny = JSON.parse((await ask({ url: pageAt(), maxwidth: '100' })).text);
  expect(Object.keys(tiny).filter((name) => name.startsWith('thumbnail'))).toEqual([]);
});

test('the framed player, and every domain of the site, have the same answer', async () => {
  const answer = (await ask({ url: pageAt() })).text;
  for (const url of [
    `https://charts.test${pageHref.embed(id)}`,
    `http://charts.test:8080${pageHref.video(id)}?page=2#at`,
    `${pageAt()}/`,
  ])
    expect([url, (await ask({ url })).text]).toEqual([url, answer]);
  const { status, text } = await ask({ url: site.url + pageHref.video(id) });
  expect([status, text.includes(`/embed/${id}`)]).toEqual([200, true]);
});

test.each([
  [{}, 400, /url must be/],
  [{ url: '/video/1' }, 400, /url must be/],
  [{ url: 'javascript:alert(1)' }, 400, /url must be/],
  [{ url: `https://charts.test/video/${'x'.repeat(2000)}` }, 400, /url must be/],
  [{ url: 'https://charts.test/video/1', maxwidth: '0' }, 400, /maxwidth must be/],
  [{ url: 'https://charts.test/video/1', maxheight: '-1' }, 400, /maxheight must be/],
  [{ url: 'https://charts.test/video/1', format: 'yaml' }, 501, /json or xml/],
  [{ url: 'https://charts.test/video/1' }, 404, /doesn't exist/],
  [{ url: 'https://charts.test/video/%00' }, 400, /./],
  [{ url: 'https://charts.test/' }, 404, /not a video page/],
  [{ url: 'https://elsewhere.test/video/1' }, 404, /not a video page/],
  [{ url: 'https://closed.test/video/1' }, 401, /may not be shown/],
])('%j is answered %i with a sentence', async (query, status, sentence) => {
  const answer = await ask(query);
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(sentence)]);
});

test('a removed video is gone with the next request, and a merged one leads to the other', async () => {
  const { db } = site.base;
  const gone = await makeVideo(db);
  expect((await ask({ url: pageAt(gone) })).status).toBe(200);
  await removeVideo(db, gone);
  expect((await ask({ url: pageAt(gone) })).status).toBe(404);
  const merged = await makeVideo(db);
  await db.transaction().execute((tx) => mergeVideoRows(tx, merged, id));
  expect(JSON.parse((await ask({ url: pageAt(merged) })).text).html).toContain(`/embed/${id}"`);
});
