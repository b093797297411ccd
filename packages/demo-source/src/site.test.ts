import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clipFiles, ensureClips } from './clips.ts';
import { type DemoSource, startDemoSource } from './site.ts';
import { tinyClip } from './tiny-clip.ts';

const CLIPS = [tinyClip(), tinyClip({ slug: 'tiny-second', title: 'Tiny second', durationSeconds: 3 })];
const MEDIA = '/media/tiny-rule-30.mp4';

let directory: string;
let source: DemoSource;
let video: Buffer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-site-'));
  await ensureClips({ directory, clips: CLIPS });
  video = await readFile(clipFiles(directory, CLIPS[0]!).video);
  source = await startDemoSource({ directory, clips: CLIPS });
}, 60_000);

afterAll(async () => {
  await source?.close();
  await rm(directory, { recursive: true });
});

test('a video is sent whole, with its length, type and validators', async () => {
  const response = await fetch(source.url + MEDIA);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(video.length),
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[^"]+"$/),
    'last-modified': (await stat(clipFiles(directory, CLIPS[0]!).video)).mtime.toUTCString(),
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(video)).toBe(true);
});

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=100-', 100, undefined],
  ['bytes=-7', -7, undefined],
])('%s gives that part', async (range, first, last) => {
  const response = await fetch(source.url + MEDIA, { headers: { range } });
  const part = video.subarray(first, last === undefined ? undefined : last + 1);
  const start = first < 0 ? video.length + first : first;
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(
    `bytes ${start}-${start + part.length - 1}/${video.length}`,
  );
  expect(response.headers.get('content-length')).toBe(String(part.length));
  expect(Buffer.from(await response.arrayBuffer()).equals(part)).toBe(true);
});

test('a range past the end is 416 with the true size', async () => {
  const response = await fetch(source.url + MEDIA, { headers: { range: `bytes=${video.length}-` } });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe(`bytes */${video.length}`);
  expect(await response.text()).toBe('');
});

test('If-Range: the part for the same file, the whole for another', async () => {
  const { headers } = await fetch(source.url + MEDIA, { method: 'HEAD' });
  const etag = headers.get('etag')!;
  const date = headers.get('last-modified')!;
  const earlier = new Date(Date.parse(date) - 1000).toUTCString();
  const statusFor = async (condition: string) =>
    (await fetch(source.url + MEDIA, { headers: { range: 'bytes=5-9', 'if-range': condition } })).status;
  expect(await statusFor(etag)).toBe(206);
  expect(await statusFor(date)).toBe(206);
  expect(await statusFor('"another"')).toBe(200);
  expect(await statusFor(`W/${etag}`)).toBe(200);
  expect(await statusFor(earlier)).toBe(200);
});

test('HEAD has the headers of GET and no body, and knows no ranges', async () => {
  const response = await fetch(source.url + MEDIA, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(video.length));
  expect((await response.arrayBuffer()).byteLength).toBe(0);
  const page = await fetch(`${source.url}/watch/tiny-second`, { method: 'HEAD' });
  const whole = await (await fetch(`${source.url}/watch/tiny-second`)).arrayBuffer();
  expect(page.headers.get('content-length')).toBe(String(whole.byteLength));
});

test('a thumbnail is a JPEG', async () => {
  const response = await fetch(`${source.url}/thumbs/tiny-rule-30.jpg`);
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await response.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
});

test.each([
  '/',
  '/sitemap.xml',
  '/sitemaps/videos-1.xml.gz',
  '/watch/tiny-rule-30',
  '/about-this-site',
  MEDIA,
])('%s answers 304 to a copy that is still good, by tag and by date', async (path) => {
  const { headers, status } = await fetch(source.url + path);
  expect(status).toBe(200);
  const statusFor = async (condition: Record<string, string>) =>
    (await fetch(source.url + path, { headers: condition })).status;
  const etag = headers.get('etag')!;
  const date = headers.get('last-modified')!;
  expect(await statusFor({ 'if-none-match': `"old", W/${etag}` })).toBe(304);
  expect(await statusFor({ 'if-none-match': '"old"' })).toBe(200);
  expect(await statusFor({ 'if-modified-since': date })).toBe(304);
  expect(await statusFor({ 'if-modified-since': new Date(Date.parse(date) - 1000).toUTCString() })).toBe(200);
  expect(await statusFor({ 'if-none-match': '"old"', 'if-modified-since': date })).toBe(200);
});

test('the sitemap has its types, and the child is gzip as a file, not as a coding', async () => {
  const index = await fetch(`${source.url}/sitemap.xml`);
  expect(index.headers.get('content-type')).toBe('application/xml');
  const child = await fetch(`${source.url}/sitemaps/videos-1.xml.gz`);
  expect(child.headers.get('content-type')).toBe('application/gzip');
  expect(child.headers.get('content-encoding')).toBeNull();
  const xml = gunzipSync(Buffer.from(await child.arrayBuffer())).toString();
  expect(xml).toContain(`<video:content_loc>${source.url}${MEDIA}</video:content_loc>`);
  expect(xml).toContain('<video:title>Tiny &amp; &quot;quoted&quot; &lt;rule&gt; 30</video:title>');
});

test('addresses follow the Host header when it is one, and a broken one is refused', async () => {
  const { port } = new URL(source.url);
  expect(await bodyFor({ host: `Shelf.localhost:${port}` })).toContain(
    `http://shelf.localhost:${port}/sitemap.xml`,
  );
  expect(await bodyFor({ host: '[::1]:80' })).toContain('http://[::1]:80/sitemap.xml');
  for (const host of ['a b', 'a"b', 'user@a', 'a/b', 'a:99999999', '<x>']) {
    expect((await get('/robots.txt', { host })).statusCode, host).toBe(400);
  }
});

test('without a Host header, as HTTP/1.0 allows, the addresses are the own ones', async () => {
  const socket = connect(Number(new URL(source.url).port), '127.0.0.1');
  socket.end('GET /robots.txt HTTP/1.0\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toContain('200 OK');
  expect(text).toContain(`Sitemap: ${source.url}/sitemap.xml`);
});

test('what is not there is a 404 page, and other methods are refused', async () => {
  const missing = await fetch(`${source.url}/watch/nothing`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('<h1>Not found</h1>');
  const posted = await fetch(source.url, { method: 'POST', body: 'x' });
  expect(posted.status).toBe(405);
  expect(posted.headers.get('allow')).toBe('GET, HEAD');
});

test('requests are recorded, the last 10,000 of them', async () => {
  const site = await startDemoSource({ directory, clips: CLIPS });
  try {
    await fetch(`${site.url}/robots.txt?first`, { headers: { 'user-agent': 'robot/1' } });
    expect(site.requests).toMatchObject([
      {
        method: 'GET',
        path: '/robots.txt?first',
        headers: { 'user-agent': 'robot/1' },
        at: expect.any(Date),
      },
    ]);
    await sendPipelined(site.url, 10_000);
    expect(site.requests).toHaveLength(10_000);
    expect(site.requests[0]?.path).toBe('/robots.txt?0');
    expect(site.requests.at(-1)?.path).toBe('/robots.txt?9999');
  } finally {
    await site.close();
  }
});

test('a throttled transfer is under way for long, and ends with the site', async () => {
  const site = await startDemoSource({ directory, clips: CLIPS, throttleBytesPerSecond: 1000 });
  const response = await get(MEDIA, {}, site.url);
  expect(response.headers['content-length']).toBe(String(video.length));
  const [first] = await once(response, 'data');
  expect(first.length).toBeLessThan(video.length);
  response.on('error', () => {});
  const broken = new Promise((resolve) => response.once('close', resolve));
  await Promise.all([broken, site.close()]);
  expect(response.complete).toBe(false);
  await site.close();
});

test('throttled or not, the bytes are the same', async () => {
  const site = await startDemoSource({ directory, clips: CLIPS, throttleBytesPerSecond: video.length * 20 });
  try {
    const body = Buffer.from(await (await fetch(site.url + MEDIA)).arrayBuffer());
    expect(body.equals(video)).toBe(true);
  } finally {
    await site.close();
  }
});

test('does not start on a folder without the clips, nor on a port that is taken', async () => {
  const more = [...CLIPS, tinyClip({ slug: 'never-made' })];
  await expect(startDemoSource({ directory, clips: more })).rejects.toThrow(/^1 of 3 clips are not in /);
  const port = Number(new URL(source.url).port);
  await expect(startDemoSource({ directory, clips: CLIPS, port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

function get(path: string, headers: Record<string, string>, origin = source.url): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin + path, { headers, agent: false }, resolve);
    request.on('error', reject).end();
  });
}

async function bodyFor(headers: Record<string, string>): Promise<string> {
  let text = '';
  for await (const chunk of await get('/robots.txt', headers)) text += chunk;
  return text;
}

/** Sends many requests through one connection and waits for the last answer. */
async function sendPipelined(origin: string, count: number): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  for (let n = 0; n < count; n += 1) {
    const last = n === count - 1 ? 'Connection: close\r\n' : '';
    socket.write(`HEAD /robots.txt?${n} HTTP/1.1\r\nHost: a\r\n${last}\r\n`);
  }
  socket.resume();
  await once(socket, 'close');
}
