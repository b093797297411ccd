import { pageHref } from '@vesper/contract';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeVideoRows, removeVideo } from '../../library/videos/index.ts';
import { createDomainDirectory } from '../../site/domains/index.ts';
import { addDomain } from '../../site/domains/settings.ts';
import { makeVideo } from '../../test/factories.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

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

/** The fields that oEmbed requires of a video's answer, and their types. */
const REQUIRED = { type: 'string', version: 'string', html: 'string', width: 'number', height: 'number' };

test('a video page has an answer with every required field', async () => {
  const { status, type, headers, text } = await ask({ url: pageAt(), format: 'json' });
  expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  const answer = JSON.parse(text);
  for (const [name, kind] of Object.entries(REQUIRED))
    expect([name, typeof answer[name]]).toEqual([name, kind]);
  expect(answer).toMatchObject({
    ...{ type: 'video', version: '1.0', title: TITLE, width: 640, height: 360, cache_age: 3600 },
    ...{ provider_name: 'Charts', provider_url: 'https://charts.test/', author_name: 'Charts' },
  });
  expect(answer.html).toMatch(/^<iframe [^<>]*><\/iframe>$/);
  expect(answer.html).toContain(`src="https://charts.test/embed/${id}"`);
  expect(answer.html).toContain('width="640" height="360"');
});

test('as XML it says the same', async () => {
  const json = JSON.parse((await ask({ url: pageAt() })).text);
  const { status, type, text } = await ask({ url: pageAt(), format: 'xml' });
  expect([status, type]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(readXml(text)).toEqual(
    Object.fromEntries(Object.entries(json).map(([name, one]) => [name, String(one)])),
  );
});

test('the frame fits where it is to be shown', async () => {
  const { text } = await ask({ url: pageAt(), maxwidth: '320', maxheight: '9000' });
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
  // As it was reached itself: the default domain's.
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
  [{ url: 'https://charts.test/video/1', maxheight: '1e9' }, 400, /maxheight must be/],
  [{ url: 'https://charts.test/video/1', format: 'yaml' }, 501, /json or xml/],
  [{ url: 'https://charts.test/video/1' }, 404, /doesn't exist/],
  [{ url: 'https://charts.test/video/%00' }, 400, /./],
  [{ url: 'https://charts.test/video/%ff' }, 404, /not a video page/],
  [{ url: 'https://charts.test/' }, 404, /not a video page/],
  [{ url: 'https://elsewhere.test/video/1' }, 404, /not a video page/],
  [{ url: 'https://closed.test/video/1' }, 401, /may not be shown/],
])('%j is answered %i with a sentence', async (query, status, sentence) => {
  const answer = await ask(query);
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(sentence)]);
});

test('a video that was taken off is gone with the next request, and a merged one leads to the other', async () => {
  const { db } = site.base;
  const gone = await makeVideo(db);
  expect((await ask({ url: pageAt(gone) })).status).toBe(200);
  await removeVideo(db, gone);
  expect((await ask({ url: pageAt(gone) })).status).toBe(404);
  const merged = await makeVideo(db);
  await db.transaction().execute((tx) => mergeVideoRows(tx, merged, id));
  expect(JSON.parse((await ask({ url: pageAt(merged) })).text).html).toContain(`/embed/${id}"`);
});

test('the video page says where its answer is, unless nobody may show it', async () => {
  const config = await createDomainDirectory(site.base.db).configFor('localhost');
  const html = await (await fetch(site.url + pageHref.video(id))).text();
  const links = [
    ...html.matchAll(
      /<link rel="alternate" type="(application\/json|text\/xml)\+oembed"[^>]*href="([^"]+)"/g,
    ),
  ];
  expect(links.map(([, type]) => type)).toEqual(['application/json', 'text/xml']);
  for (const [, type, address = ''] of links) {
    const href = new URL(address.replaceAll('&#38;', '&'));
    expect(href.hostname).toBe(config.domain);
    const response = await fetch(site.url + href.pathname + href.search);
    expect([response.status, response.headers.get('content-type')?.startsWith(type ?? '')]).toEqual([
      200,
      true,
    ]);
  }
  await site.base.db
    .updateTable('domains')
    .set({ embed_sites: 'nobody' })
    .where('is_default', '=', true)
    .execute();
  await expect
    .poll(async () => (await fetch(site.url + pageHref.video(id))).text(), { timeout: 20_000 })
    .not.toContain('oembed');
});

function readXml(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const parser = new SaxesParser();
  let name = '';
  parser.on('opentag', (tag) => {
    name = tag.name;
    if (name !== 'oembed') fields[name] = '';
  });
  parser.on('text', (part) => {
    if (name in fields) fields[name] += part;
  });
  parser.on('closetag', () => {
    name = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return fields;
}
