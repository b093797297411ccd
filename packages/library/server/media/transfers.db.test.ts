import { existsSync } from 'node:fs';
import { mkdir, readdir, readlink, truncate, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDb, createPool } from '@vesper/core/db/pool.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { requestMedia } from '../../../test/media-request.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import { removeVideo } from '../videos/index.ts';

/** More than all buffers hold. */
const LARGE = 256 * 1024 * 1024;

const open: IncomingMessage[] = [];
afterEach(() => {
  for (const response of open.splice(0)) response.destroy();
});

/** A sparse file. */
async function makeLargeFilm(site: TestSite): Promise<{ id: string; url: string }> {
  const key = 'videos/large/video-0.mp4';
  const file = site.storage.pathOf(key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  await truncate(file, LARGE);
  const id = await makeVideo(site.base.db, { video_url: key });
  return { id, url: site.url + (await site.client.videos.get({ id })).videoUrl };
}

/** Begins a transfer without reading it. */
function begin(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers }, (response) => {
      open.push(response);
      resolve(response);
    }).on('error', reject);
  });
}

/** Reads a response slowly, or at full speed. */
async function take(response: IncomingMessage, pauseMs: () => number) {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.length;
      if (pauseMs() > 0) await wait(pauseMs());
    }
  } catch {
    return { bytes, isWhole: false };
  }
  return { bytes, isWhole: response.complete };
}

describe('a request for a file', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startTestSite();
  });
  afterAll(() => site.close());

  test('is answered as it is stored, not packed', async () => {
    const files = [
      ['play', 'hls.m3u8'],
      ['play', 'video.mp4'],
      ['play', 'storyboard.vtt'],
    ] as const;
    const id = await makeStoredVideo(site.base.db, { storage: site.storage, files, sizeBytes: 50_000 });
    const { hlsUrl, storyboardUrl } = await site.client.videos.get({ id });
    for (const address of [hlsUrl, storyboardUrl]) {
      const { headers, body } = await requestMedia(site.url + address, {
        headers: { 'accept-encoding': 'br, gzip' },
      });
      expect(headers['content-encoding']).toBeUndefined();
      expect([headers['content-length'], body.length]).toEqual(['50000', 50_000]);
      // These answers bypass the hooks that set such headers.
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        rating: expect.stringContaining('RTA'),
      });
    }
  });

  test.skipIf(!existsSync('/proc/self/fd'))('that is interrupted leaves no file open', async () => {
    const { url } = await makeLargeFilm(site);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const response = await begin(url);
          response.once('data', () => response.destroy());
          await new Promise((resolve) => response.once('close', resolve));
        }),
      );
    }
    await expect.poll(() => countOpenFiles(site.storage.root), { timeout: 30_000 }).toBe(0);
    // Open files are counted.
    await begin(url);
    expect(await countOpenFiles(site.storage.root)).toBe(1);
  });

  test('is cut off when the video is removed, and no other is', async () => {
    const removed = await makeLargeFilm(site);
    const kept = await makeLargeFilm(site);
    let pauseMs = 20;
    const cut = take(await begin(removed.url), () => 20);
    const whole = take(await begin(kept.url), () => pauseMs);
    // A stalled one is cut off too.
    const idle = await begin(removed.url);
    await removeVideo(site.base.db, removed.id);
    const { bytes, isWhole } = await cut;
    expect(isWhole).toBe(false);
    expect(bytes).toBeLessThan(LARGE);
    expect((await requestMedia(removed.url)).status).toBe(404);
    expect((await take(idle, () => 0)).isWhole).toBe(false);
    pauseMs = 0;
    expect(await whole).toEqual({ bytes: LARGE, isWhole: true });
  });

  test('is cut off while other requests hold every connection to the database', async () => {
    const { id, url } = await makeLargeFilm(site);
    const cut = take(await begin(url), () => 20);
    const { pool } = site.base;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const options = { connection: site.connection, maxConnections: 1, applicationName: 'direct' };
    const direct = createDb(createPool({ ...options, onIdleError: () => {} }));
    try {
      await removeVideo(direct, id);
      expect((await cut).isWhole).toBe(false);
    } finally {
      for (const client of held) client.release();
      await direct.destroy();
    }
  });
});

async function countOpenFiles(root: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((target) => target.startsWith(root)).length;
}

describe('of one visitor', () => {
  let site: TestSite;
  afterEach(() => site.close());

  test('so many films at once and no more, but pictures as many as the page has', async () => {
    site = await startTestSite({ MEDIA_CONNECTION_LIMIT: '2', TRUST_PROXY: '127.0.0.1' });
    const { url } = await makeLargeFilm(site);
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const [first] = [await begin(url, headers), await begin(url, { 'x-forwarded-for': '203.0.113.2' })];
    const refused = await requestMedia(url, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    expect(JSON.parse(refused.body.toString())).toMatchObject({
      error: 'too_many_requests',
      message: 'Too many films are being sent to your network at once. Please try again in a few seconds.',
    });
    expect((await requestMedia(url, { method: 'HEAD', headers })).status).toBe(200);
    const id = await makeStoredVideo(site.base.db, { storage: site.storage });
    const { thumbnailUrl } = await site.client.videos.get({ id });
    expect((await requestMedia(site.url + thumbnailUrl, { headers })).status).toBe(200);
    // Another network, and everybody behind an untrusted proxy.
    const range = 'bytes=0-9';
    for (const other of [{ 'x-forwarded-for': '203.0.114.1', range }, { range }])
      expect((await requestMedia(url, { headers: other })).status).toBe(206);
    first?.destroy();
    const again = async () => (await requestMedia(url, { headers: { ...headers, range } })).status;
    await expect.poll(again, { timeout: 30_000 }).toBe(206);
  });

  test.skipIf(!existsSync('/proc/self/fd'))(
    'those that wait for their first byte are not found once the video is removed',
    async () => {
      // The first byte would take more than a minute.
      site = await startTestSite({ MEDIA_RATE_LIMIT: '10' });
      const { id, url } = await makeLargeFilm(site);
      const waiting = [requestMedia(url), requestMedia(url)];
      await expect.poll(() => countOpenFiles(site.storage.root), { timeout: 30_000 }).toBe(2);
      await removeVideo(site.base.db, id);
      for (const { status, headers, body } of await Promise.all(waiting)) {
        expect([status, headers['content-range'], headers.etag]).toEqual([404, undefined, undefined]);
        expect(JSON.parse(body.toString())).toMatchObject({ error: 'not_found' });
      }
    },
  );
});
