import type { Client } from '@vesper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { askAs } from '../../../test/ask-as.ts';
import { makeVideo } from '../../../test/factories.ts';
import { expectKeptFromReading } from '../../../test/held-reading.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import {
  ATOM,
  type ElementRule,
  oembedFaults,
  RSS,
  SITEMAP_INDEX,
  URL_SET,
  xmlFaults,
} from '../../test/format-rules.ts';
import { readXmlTree, type XmlElement } from '../../test/xml-tree.ts';
import { keepShards } from '../sitemaps/shards.ts';

const HOSTILE = `"Quotes" & <b>tags</b> ]]> 'ends' 😀 \u202eright to left ${'long '.repeat(100)}`;
const SOME_TAGS = Array.from({ length: 40 }, (_, n) => `tag ${n} &`);
const PICTURE = 'https://pictures.test/a?b=1&c="<2>"';
const FILM = 'https://films.test/a.mp4?b=1&c=2';

let site: TestSite;
let admin: Client;
const ids: Record<string, string> = {};
let origin: string;

beforeAll(async () => {
  site = await startTestSite();
  origin = site.url.replace('127.0.0.1', 'localhost');
  const { db } = site.base;
  admin = await site.admin();
  await addDomain(db, 'charts.test', ['siteName="Charts" & <Co>', 'address=https://charts.test']);
  await addDomain(db, 'closed.test', ['embedding.sites=nobody', 'address=https://closed.test']);
  const many = Array.from({ length: 40 }, (_, n) => `tag "${n}" & <more>`);
  const hosted = (fields: object) => makeStoredVideo(db, { storage: site.storage, fields });
  ids.plain = await hosted({ title: 'A slow wave', description: 'A wave, drawn.', tags: SOME_TAGS });
  ids.hostile = await hosted({
    title: HOSTILE,
    description: HOSTILE.repeat(8),
    tags: many,
    category: 'A & "B"',
  });
  ids.bare = await hosted({ title: 'A', description: ' \n ', tags: [], duration: 0 });
  ids.endless = await hosted({ title: 'All day', duration: 86_400 });
  ids.pictureless = await makeVideo(db, { kind: 'remote', video_url: FILM, thumbnail_url: '' });
  ids.remote = await makeVideo(db, { kind: 'remote', video_url: FILM, thumbnail_url: PICTURE });
  ids.embedded = await makeVideo(db, {
    kind: 'embed',
    video_url: '',
    embed_url: 'https://player.test/e/1?a=1&b=2',
    thumbnail_url: PICTURE,
  });
  ids.portrait = await hosted({ title: '縦の動画', width: 720, height: 1280 });
  // So that the keyword's page is not like the category's.
  for (let n = 0; n < 20; n += 1) await makeVideo(db, { category: 'Charts' });
  const words = { keyword: 'w', metaTitle: 'Wörter "&" <b>', metaDescription: 'Wörter.', slug: 'worter' };
  const keyword = await admin.keywords.create({ ...words, languageCode: 'de' });
  for (const videoId of Object.values(ids)) await admin.keywords.link({ keywordId: keyword.id, videoId });
  await keepShards(db);
}, 60_000);
afterAll(() => site.close());

const HOSTS = ['charts.test', 'closed.test'];

async function read(host: string, path: string): Promise<XmlElement> {
  const { status, body } = await askAs(site.url, host, path);
  expect([path, status]).toEqual([path, 200]);
  return readXmlTree(body.toString());
}

function all(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

const textsOf = (element: XmlElement, name: string) => all(element, name).map(({ text }) => text);

describe.each(HOSTS)('of %s', (host) => {
  test('index and sitemaps keep every rule of the protocol and of its extension', async () => {
    const index = await read(host, '/sitemap.xml');
    expect([index.name, xmlFaults(index, SITEMAP_INDEX)]).toEqual(['sitemapindex', []]);
    const paths = textsOf(index, 'loc').map((loc) => new URL(loc).pathname);
    expect(paths).toContain('/sitemap-keywords-de-1.xml');
    for (const path of paths) {
      const set = await read(host, path);
      expect([path, set.name, xmlFaults(set, URL_SET)]).toEqual([path, 'urlset', []]);
      const locs = textsOf(set, 'loc');
      expect(new Set(locs).size).toBe(locs.length);
      for (const loc of locs) expect(loc).toMatch(new RegExp(`^https://${host}/`));
    }
    const entries = all(await read(host, '/sitemap-videos-1.xml'), 'url');
    const entry = (id = '') => {
      const found = entries.find((url) => textsOf(url, 'loc')[0]?.endsWith(`/video/${id}`));
      return { names: found?.children.flatMap(({ children }) => children.map(({ name }) => name)) ?? [] };
    };
    const isFramed = host === 'charts.test';
    const plays = [...(isFramed ? ['video:player_loc'] : [])];
    expect(entry(ids.plain).names).toEqual(expect.arrayContaining(['video:content_loc', ...plays]));
    expect(entry(ids.plain).names.includes('video:player_loc')).toBe(isFramed);
    expect(entry(ids.bare).names).not.toContain('video:duration');
    expect(entry(ids.endless).names).not.toContain('video:duration');
    expect(entry(ids.plain).names.filter((name) => name === 'video:tag')).toHaveLength(32);
    expect(entry(ids.pictureless).names).toEqual([]);
  });

  test('the sitemap names film and player of every video as its page does', async () => {
    const entries = all(await read(host, '/sitemap-videos-1.xml'), 'url');
    for (const [name, id] of Object.entries(ids)) {
      if (name === 'pictureless') continue;
      const entry = entries.find((url) => textsOf(url, 'loc')[0]?.endsWith(`/video/${id}`));
      const html = (await askAs(site.url, host, `/video/${id}`)).body.toString();
      const said = ['contentUrl', 'embedUrl'].map((field) => {
        const text = new RegExp(`"${field}":("[^"]+")`).exec(html)?.[1];
        return text === undefined ? undefined : JSON.parse(text);
      });
      const [content, player] = ['content_loc', 'player_loc'].map(
        (loc) => textsOf(entry!, `video:${loc}`)[0],
      );
      expect([name, content, player]).toEqual([name, ...said]);
    }
  });

  test.each<[string, ElementRule, string]>(
    ['', '/category/a-b', '/de/worter'].flatMap((list): [string, ElementRule, string][] => [
      [`${list}/feed.rss`, RSS, 'rss'],
      [`${list}/feed.atom`, ATOM, 'atom:feed'],
    ]),
  )('%s keeps every rule of its format and of Media RSS', async (path, rule, name) => {
    const feed = await read(host, path);
    expect([feed.name, xmlFaults(feed, rule)]).toEqual([name, []]);
    const marks = textsOf(feed, name === 'rss' ? 'guid' : 'atom:id');
    expect(marks.length).toBeGreaterThan(name === 'rss' ? 0 : 1);
    expect(new Set(marks).size).toBe(marks.length);
    expect(all(feed, 'media:player').length > 0).toBe(host === 'charts.test');
    expect(all(feed, 'media:rating')).toHaveLength(name === 'rss' ? marks.length : marks.length - 1);
  });
});

describe('oEmbed', () => {
  test('keeps every rule, as JSON and as XML, at any size', async () => {
    for (const [name, id] of Object.entries(ids))
      for (const most of ['', '&maxwidth=200', '&maxheight=90', '&maxwidth=1&maxheight=1']) {
        const page = encodeURIComponent(`https://charts.test/video/${id}`);
        const json = await askAs(site.url, 'charts.test', `/oembed?url=${page}${most}`);
        const answer = JSON.parse(json.body.toString());
        expect([name, most, oembedFaults(answer)]).toEqual([name, most, []]);
        for (const side of ['width', 'height']) {
          const [, limit] = new RegExp(`max${side}=(\\d+)`).exec(most) ?? [];
          if (limit) expect(answer[side]).toBeLessThanOrEqual(Number(limit));
          if (limit && answer.thumbnail_url) expect(answer[`thumbnail_${side}`]).toBeGreaterThan(0);
        }
        const xml = await read('charts.test', `/oembed?url=${page}${most}&format=xml`);
        expect(xml.name).toBe('oembed');
        expect(Object.fromEntries(xml.children.map((one) => [one.name, one.text]))).toEqual(
          Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, String(value).trim()])),
        );
      }
  });
});

describe('structured data', () => {
  const faultsOf = async (path: string) => {
    const { things, faults, isIndexable } = await admin.indexing.page({ url: origin + path });
    expect(isIndexable).toBe(true);
    const types = things.map(({ type }) => type);
    const ofFields = things.flatMap(({ type, fields }) =>
      fields.flatMap(({ name, fault }) => (fault ? [`${type} ${name}`] : [])),
    );
    return { types, faults: [...faults, ...ofFields] };
  };

  test.each<[string, string[]]>([
    ['plain', []],
    ['hostile', []],
    ['bare', ['VideoObject duration']],
    ['remote', ['Open Graph og:image:width', 'Open Graph og:image:height']],
    ['embedded', ['Open Graph og:image:width', 'Open Graph og:image:height']],
    [
      'pictureless',
      [
        'VideoObject thumbnailUrl',
        ...['og:image', 'og:image:alt', 'og:image:width', 'og:image:height'].map(
          (name) => `Open Graph ${name}`,
        ),
      ],
    ],
  ])('of a %s video keeps every rule', async (name, known) => {
    const { types, faults } = await faultsOf(`/video/${ids[name]}`);
    expect(types).toEqual(['VideoObject', 'BreadcrumbList', 'Open Graph']);
    expect(faults.sort()).toEqual(known.sort());
  });

  test.each([
    ['/', ['WebSite', 'Open Graph']],
    ['/category/a-b', ['CollectionPage', 'ItemList', 'BreadcrumbList', 'Open Graph']],
    ['/de/worter', ['CollectionPage', 'ItemList', 'BreadcrumbList', 'Open Graph']],
  ])('of %s keeps every rule', async (path, wanted) => {
    const { types, faults } = await faultsOf(path);
    expect(types).toEqual(wanted);
    expect(faults.filter((fault) => !fault.startsWith('Open Graph og:image'))).toEqual([]);
  });
});

test.each(['/feed.rss', '/sitemap.xml', '/oembed?url=http://localhost/video/VIDEO'])(
  '%s ends in the cache of nginx by when its reading was begun',
  (path) => expectKeptFromReading(site, path.replace('VIDEO', ids.plain ?? ''), 'videos, sitemap_shards'),
);
