import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { type Clip, numberedClip } from './clip.ts';
import { clipNames, ensureClips } from './clips.ts';
import { type DemoSource, startDemoSource } from './site.ts';

const CLIP = numberedClip(1, { title: 'Ends </script> here & "there"' });
const CLIPS: Clip[] = [CLIP, ...CATALOGUE];
const MEDIA = '/media/automaton-1.mp4';

let directory: string;
let source: DemoSource;
let video: Buffer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-site-'));
  await ensureClips({ directory, clips: [CLIP] });
  video = await readFile(join(directory, clipNames(CLIP).video));
  source = await startDemoSource({ directory, clips: CLIPS });
}, 60_000);
afterAll(async () => {
  await source.close();
  await rm(directory, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(source.url + path, { headers });
const textAt = async (path: string) => (await get(path)).text();

test('a video is sent whole or in part, and continued only if it is still the same', async () => {
  const whole = await get(MEDIA);
  expect(whole.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await whole.arrayBuffer()).equals(video)).toBe(true);
  const date = whole.headers.get('last-modified') ?? '';
  const part = await get(MEDIA, { range: 'bytes=100-', 'if-range': date });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-${video.length - 1}/${video.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(100))).toBe(true);
  const earlier = new Date(Date.parse(date) - 5000).toUTCString();
  expect((await get(MEDIA, { range: 'bytes=100-', 'if-range': earlier })).status).toBe(200);
  expect(source.requests.map(({ path, headers }) => [path, headers.range])).toContainEqual([
    MEDIA,
    'bytes=100-',
  ]);
});

test('the sitemaps list each clip and one page without a video, two thirds with all their data', async () => {
  const index = between(await textAt('/sitemap.xml'), 'loc');
  const texts = await Promise.all(
    index.map(async (child) => gunzipSync(await (await fetch(child)).arrayBuffer()).toString()),
  );
  const all = texts.join('');
  const pages = [...CLIPS.map(({ slug }) => `${source.url}/watch/${slug}`), `${source.url}/about-this-site`];
  expect(between(all, 'loc').toSorted()).toEqual(pages.toSorted());
  expect(between(all, 'video:video')).toHaveLength((CLIPS.length * 2) / 3);
  expect(between(all, 'video:title')[0]).toBe('Ends &lt;/script&gt; here &amp; &quot;there&quot;');
  expect((await get('/sitemaps/videos-99.xml.gz')).status).toBe(404);
});

test('pages carry JSON-LD or Open Graph, safe inside the page', async () => {
  const page = await textAt(`/watch/${CLIP.slug}`);
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({
    name: CLIP.title,
    contentUrl: source.url + MEDIA,
    duration: 'PT4S',
  });
  const [other] = CLIPS.slice(6);
  expect(await textAt(`/watch/${other?.slug}`)).toContain(
    `<meta property="og:video" content="${source.url}/media/${other?.slug}.mp4">`,
  );
  expect(await textAt('/')).toContain(`href="${source.url}/watch/${other?.slug}"`);
  expect(await textAt('/robots.txt')).toContain(`Sitemap: ${source.url}/sitemap.xml`);
  expect((await get('/watch/nothing')).status).toBe(404);
});

function between(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map((match) => match[1] ?? '');
}
