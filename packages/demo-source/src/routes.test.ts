import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { CATEGORIES } from './clip.ts';
import { entriesOf } from './entries.ts';
import { createRoutes } from './routes.ts';
import { tinyClip } from './tiny-clip.ts';

const ORIGIN = 'http://shelf.example:8080';
const routes = createRoutes('/clips', CATALOGUE);

test('robots.txt opens the site but for /private/ and /search, and names the sitemap', () => {
  const lines = textAt('/robots.txt').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['User-agent: *', 'Allow: /', 'Disallow: /private/', 'Disallow: /search']),
  );
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
});

test('the index names gzip children, which together list each clip and one page without video, once', () => {
  const addresses = children().flatMap((child) => between(child, 'loc'));
  const expected = [...CATALOGUE.map((clip) => `${ORIGIN}/watch/${clip.slug}`), `${ORIGIN}/about-this-site`];
  expect(addresses.toSorted()).toEqual(expected.toSorted());
  expect(children().length).toBeGreaterThanOrEqual(4);
  for (const child of children()) {
    expect(between(child, 'loc').length).toBeLessThanOrEqual(14);
    expect(between(child, 'lastmod')).toHaveLength(between(child, 'loc').length);
  }
});

test('most clips have the video extension, at least a third of the addresses have not', () => {
  const all = children().join('');
  const videos = between(all, 'video:video').length;
  expect(videos).toBeGreaterThan(CATALOGUE.length / 2);
  expect(videos / between(all, 'loc').length).toBeLessThanOrEqual(2 / 3);
});

test('the video extension says all of a clip', () => {
  const clip = CATALOGUE[0]!;
  const video = between(children()[0]!, 'video:video')[0]!;
  expect(between(video, 'video:title')).toEqual([clip.title]);
  expect(between(video, 'video:content_loc')).toEqual([`${ORIGIN}/media/${clip.slug}.mp4`]);
  expect(between(video, 'video:thumbnail_loc')).toEqual([`${ORIGIN}/thumbs/${clip.slug}.jpg`]);
  expect(between(video, 'video:duration')).toEqual([String(clip.durationSeconds)]);
  expect(between(video, 'video:publication_date')).toEqual([clip.publishedAt.toISOString()]);
  expect(between(video, 'video:tag')).toEqual([...clip.tags]);
  expect(between(video, 'video:category')).toEqual([clip.category]);
});

test('two thirds of the pages carry JSON-LD, the others Open Graph alone, in each mixture with the sitemap', () => {
  const entries = entriesOf(CATALOGUE);
  const pages = CATALOGUE.map((clip) => textAt(`/watch/${clip.slug}`));
  const structured = pages.filter((page) => page.includes('application/ld+json'));
  const graph = pages.filter((page) => page.includes('property="og:video"'));
  expect(structured.length + graph.length).toBe(CATALOGUE.length);
  expect(Math.abs(structured.length - (CATALOGUE.length * 2) / 3)).toBeLessThan(3);
  const mixtures = new Set(entries.map((entry) => `${entry.inSitemap} ${entry.pageData}`));
  expect(mixtures.size).toBe(4);
});

test('JSON-LD is a whole VideoObject, safe inside the page', () => {
  const clip = tinyClip({ title: 'Ends </script> here & "there"', durationSeconds: 7 });
  const page = String(bodyAt(`/watch/${clip.slug}`, createRoutes('/clips', [clip])));
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'VideoObject',
    name: clip.title,
    description: clip.description,
    thumbnailUrl: [`${ORIGIN}/thumbs/${clip.slug}.jpg`],
    uploadDate: '2026-03-04T05:06:07.000Z',
    contentUrl: `${ORIGIN}/media/${clip.slug}.mp4`,
    duration: 'PT7S',
    keywords: 'rule 30, automaton, triangles',
    genre: 'Cellular automata',
  });
  expect(page).toContain('<h1>Ends &lt;/script&gt; here &amp; &quot;there&quot;</h1>');
});

test('Open Graph says all of a clip', () => {
  const { clip } = entriesOf(CATALOGUE).find((entry) => entry.pageData === 'open-graph')!;
  const page = textAt(`/watch/${clip.slug}`);
  const valuesOf = (property: string) =>
    [...page.matchAll(new RegExp(`<meta property="${property}" content="([^"]*)">`, 'g'))].map(
      (match) => match[1],
    );
  expect(valuesOf('og:title')).toEqual([clip.title]);
  expect(valuesOf('og:description')).toEqual([clip.description]);
  expect(valuesOf('og:image')).toEqual([`${ORIGIN}/thumbs/${clip.slug}.jpg`]);
  expect(valuesOf('og:video')).toEqual([`${ORIGIN}/media/${clip.slug}.mp4`]);
  expect(valuesOf('video:duration')).toEqual([String(clip.durationSeconds)]);
  expect(valuesOf('video:tag')).toEqual([...clip.tags]);
});

test('the home page links every clip under its category', () => {
  const home = textAt('/');
  for (const category of CATEGORIES) expect(home).toContain(`<h2>${category}</h2>`);
  for (const clip of CATALOGUE) expect(home).toContain(`href="${ORIGIN}/watch/${clip.slug}"`);
});

test('search finds words of titles and tags, and the closed part exists', () => {
  expect(textAt('/search?q=Rule+30')).toContain('/watch/rule-30-cellular-automaton');
  expect(textAt('/search?q=%3Cb%3E')).toContain('0 clips for "&lt;b&gt;"');
  expect(textAt('/private/')).toContain('Robots are asked not to read');
});

test.each([
  '/watch/nothing',
  '/media/nothing.mp4',
  '/media/rule-30-cellular-automaton',
  '/thumbs/x.jpg',
  '/private',
])('%s is not found', (path) => {
  expect(routes(ORIGIN, new URL(path, ORIGIN))).toMatchObject({
    status: 404,
    type: 'text/html; charset=utf-8',
  });
});

test.each([
  '/sitemaps/videos-0.xml.gz',
  '/sitemaps/videos-99.xml.gz',
  '/sitemaps/videos-1.xml',
  '/about-this-site/x',
])('%s is not found either', (path) => {
  expect(routes(ORIGIN, new URL(path, ORIGIN))).toMatchObject({ status: 404 });
});

function bodyAt(path: string, from = routes): string | Buffer {
  const answer = from(ORIGIN, new URL(path, ORIGIN));
  if (!('body' in answer) || answer.status !== 200) throw new Error(`No text at ${path}`);
  return answer.body;
}

function textAt(path: string): string {
  return String(bodyAt(path));
}

function children(): string[] {
  const locations = between(textAt('/sitemap.xml'), 'loc');
  return locations.map((location) => gunzipSync(bodyAt(location.slice(ORIGIN.length))).toString());
}

function between(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map((match) => match[1] ?? '');
}
