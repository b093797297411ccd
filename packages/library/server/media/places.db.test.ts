import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestMedia } from '../../../test/media-request.ts';
import { startTestBucket, type TestBucket } from '../../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { bytesOf, EVERY_FILE, makeStoredVideo } from '../../../test/stored-video.ts';

const SIZE = 300_000;

let bucket: TestBucket;
let site: TestSite;
const warnings: string[] = [];
const log = pino(
  { level: 'warn' },
  new Writable({
    write(line, _encoding, done) {
      warnings.push(JSON.parse(String(line)).msg);
      done();
    },
  }),
);
beforeAll(async () => {
  bucket = await startTestBucket();
});
afterAll(() => bucket.close());
beforeEach(() => warnings.splice(0));

async function start(env: Record<string, string>): Promise<void> {
  site = await startTestSite({ ...bucket.env, ...env }, { log });
}

/** The address of a file of a new video, stored in `place`. */
async function addressOf(
  name: string,
  {
    place,
    sizeBytes = SIZE,
    isSizeKnown = true,
  }: { place: 'fs' | 's3'; sizeBytes?: number; isSizeKnown?: boolean },
): Promise<{ id: string; url: string }> {
  const storage = site.base.storages.at(place);
  const id = await makeStoredVideo(site.base.db, { storage, sizeBytes, isSizeKnown });
  const { videoUrl, thumbnailUrl, previewUrl } = await site.client.videos.get({ id });
  const purpose = EVERY_FILE.find((file) => file[1] === name)?.[0] ?? 'play';
  const beside = { play: videoUrl, thumbnail: thumbnailUrl, preview: previewUrl ?? '' }[purpose];
  return { id, url: site.url + beside.slice(0, beside.lastIndexOf('/') + 1) + name };
}

const TITLE = 'Zone "pläte" / 分形';
const DOWNLOAD = `attachment; filename="Zone 'plate'-__.mp4"; filename*=UTF-8''Zone%20%27pl%C3%A4te%27-%E5%88%86%E5%BD%A2.mp4`;

async function titled(place: 'fs' | 's3'): Promise<string> {
  const { id, url } = await addressOf('video.mp4', { place });
  await site.base.db.updateTable('videos').set({ title: TITLE }).where('id', '=', id).execute();
  return url;
}

describe.each(['fs', 's3'] as const)('a file in %s', (place) => {
  beforeAll(() => start({}));
  afterAll(() => site.close());

  test('is saved under its title where the address says so', async () => {
    const url = await titled(place);
    const shown = await requestMedia(url);
    expect(shown.headers['content-disposition']).toBe('inline');
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await requestMedia(`${url}?download`, { method });
      expect([status, headers['content-disposition']]).toEqual([200, DOWNLOAD]);
    }
    const part = await requestMedia(`${url}?download`, { headers: { range: 'bytes=9-' } });
    expect([part.status, part.headers['content-disposition']]).toEqual([206, DOWNLOAD]);
  });

  test.each([true, false])('is given whole and in parts (its size known: %s)', async (isSizeKnown) => {
    const { url } = await addressOf('720p.mp4', { place, isSizeKnown });
    const bytes = bytesOf('720p.mp4', SIZE);
    const whole = await requestMedia(url);
    expect([whole.status, whole.body.equals(bytes)]).toEqual([200, true]);
    const { etag = '' } = whole.headers;
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=1000-270000', 1000, 270_000],
      ['bytes=-7', SIZE - 7, SIZE - 1],
      ['bytes=299999-', SIZE - 1, SIZE - 1],
    ] as const) {
      const part = await requestMedia(url, { headers: { range, 'if-range': etag } });
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${SIZE}`]);
      expect(part.body.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-1']) {
      const all = await requestMedia(url, { headers: { range } });
      expect([range, all.status, all.body.length]).toEqual([range, 200, SIZE]);
    }
    const beyond = await requestMedia(url, { headers: { range: `bytes=${SIZE}-` } });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${SIZE}`]);
    const head = await requestMedia(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([200, `${SIZE}`, etag]);
    expect((await requestMedia(url, { headers: { 'if-none-match': `W/${etag}` } })).status).toBe(304);
    expect((await requestMedia(url, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    expect(warnings).toEqual([]);
  });

  test('whose row names the other place is found, with a warning', async () => {
    const { id, url } = await addressOf('video.mp4', { place });
    const other = place === 'fs' ? 's3' : 'fs';
    await site.base.db.updateTable('stored_files').set({ place: other }).where('video_id', '=', id).execute();
    // Both have the same bytes: only one place may have them.
    await site.base.storages.at(other).remove(await keyOf(id, 'video.mp4'));
    const part = await requestMedia(url, { headers: { range: 'bytes=5-9' } });
    expect([part.status, part.body.toString()]).toEqual([
      206,
      bytesOf('video.mp4').subarray(5, 10).toString(),
    ]);
    expect((await requestMedia(url, { method: 'HEAD' })).status).toBe(200);
    expect(warnings).toEqual(Array(2).fill('A file is not in the place that its row names.'));
  });

  test('that is nowhere is not found, with one warning however often it is asked for', async () => {
    const { id, url } = await addressOf('video.mp4', { place });
    for (const storage of site.base.storages.all) await storage.remove(await keyOf(id, 'video.mp4'));
    for (const method of ['GET', 'HEAD']) expect((await requestMedia(url, { method })).status).toBe(404);
    expect(warnings).toEqual(['A requested file is missing in all places.']);
  });
});

async function keyOf(id: string, name: string): Promise<string> {
  const query = site.base.db.selectFrom('stored_files').select('key');
  const { key } = await query.where('video_id', '=', id).where('name', '=', name).executeTakeFirstOrThrow();
  return key;
}

describe('a bucket', () => {
  beforeAll(() => start({}));
  afterAll(() => site.close());

  test('that cannot be asked is told to the visitor in a sentence', async () => {
    const { url } = await addressOf('video.mp4', { place: 's3', sizeBytes: 1234 });
    bucket.failNext(50);
    const answer = await requestMedia(url).finally(() => bucket.failNext(0));
    expect([answer.status, JSON.parse(answer.body.toString()).message]).toEqual([
      503,
      'The file is temporarily unavailable. Please try again later.',
    ]);
  });

  test('that disconnects interrupts the answer, which cannot be mistaken for complete', async () => {
    const { url } = await addressOf('video.mp4', { place: 's3' });
    bucket.cutAnswersAfter(100_000);
    await expect(requestMedia(url)).rejects.toThrow(/aborted|ECONNRESET|hang up/);
    bucket.cutAnswersAfter(undefined);
    expect((await requestMedia(url)).body.length).toBe(SIZE);
  });
});

describe('a proxy', () => {
  beforeAll(() =>
    start({ MEDIA_ACCEL: 'x-accel', MEDIA_ACCEL_PREFIX: '/_inside/', MEDIA_RATE_LIMIT: '1000000' }),
  );
  afterAll(() => site.close());

  test('is told to send the file, and with which headers', async () => {
    const { id, url } = await addressOf('720p.mp4', { place: 'fs' });
    const { status, headers, body } = await requestMedia(url, { headers: { range: 'bytes=5-9' } });
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers).toMatchObject({
      'x-accel-redirect': `/_inside/${await keyOf(id, '720p.mp4')}`,
      'x-accel-limit-rate': '1000000',
      'content-type': 'video/mp4',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^".+"$/),
    });
    expect(headers).not.toHaveProperty('content-range');
  });

  test('is told nothing where no bytes are wanted', async () => {
    const { url } = await addressOf('720p.mp4', { place: 'fs', isSizeKnown: false });
    const head = await requestMedia(url, { method: 'HEAD' });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(SIZE)]);
    const { etag = '' } = head.headers;
    const same = await requestMedia(url, { headers: { 'if-none-match': etag } });
    expect([same.status, same.headers.etag]).toEqual([304, etag]);
    for (const { headers } of [head, same]) expect(headers).not.toHaveProperty('x-accel-redirect');
  });

  test('is not told of a file in the bucket, which comes from us', async () => {
    const { url } = await addressOf('audio.mp4', { place: 's3' });
    await site.storage.remove(await keyOf(new URL(url).pathname.split('/')[3] ?? '', 'audio.mp4'));
    const { headers, body } = await requestMedia(url);
    expect(body.equals(bytesOf('audio.mp4', SIZE))).toBe(true);
    expect(headers).not.toHaveProperty('x-accel-redirect');
  });
});

describe('a visitor who is sent to the bucket', () => {
  beforeAll(() => start({ MEDIA_DIRECT: 'on' }));
  afterAll(() => site.close());

  test.each(['video.mp4', '720p.mp4', 'audio.mp4', 'preview.mp4', '640.webp', '320.avif', 'storyboard.webp'])(
    'gets %s there for minutes, as what it is',
    async (name) => {
      const { url } = await addressOf(name, { place: 's3' });
      const { status, headers, body } = await requestMedia(url);
      expect([status, body.length]).toEqual([302, 0]);
      const location = new URL(headers.location ?? '');
      expect(location.origin).toBe(new URL(bucket.env.S3_ENDPOINT ?? '').origin);
      expect(Number(location.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(3600 + 20 * 60);
      const there = await requestMedia(location.href, { headers: { range: 'bytes=10-19' } });
      expect(there.body.equals(bytesOf(name, SIZE).subarray(10, 20))).toBe(true);
      const type = name.endsWith('.mp4') ? 'video/mp4' : `image/${name.split('.')[1]}`;
      expect([there.status, there.headers['content-type']]).toEqual([206, type]);
      // Repeated within minutes, the redirect is the same, so that browsers can cache the picture.
      expect((await requestMedia(url)).headers.location).toBe(location.href);
    },
  );

  test.each(['hls.m3u8', '720p.m3u8', 'storyboard.vtt'])(
    'gets %s from us, since it names others',
    async (name) => {
      const { url } = await addressOf(name, { place: 's3' });
      const { status, body } = await requestMedia(url);
      expect([status, body.equals(bytesOf(name, SIZE))]).toEqual([200, true]);
    },
  );

  test('gets from us what lies in the folder, and every HEAD and 304', async () => {
    const folder = await addressOf('video.mp4', { place: 'fs' });
    expect((await requestMedia(folder.url)).status).toBe(200);
    const { url } = await addressOf('video.mp4', { place: 's3' });
    const { status, headers } = await requestMedia(url, { method: 'HEAD' });
    expect([status, headers['content-length']]).toEqual([200, String(SIZE)]);
    const same = await requestMedia(url, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(same.status).toBe(304);
  });

  test('may fetch there by the policy of pages', async () => {
    const policy = (await fetch(site.url)).headers.get('content-security-policy') ?? '';
    const { origin } = new URL(bucket.env.S3_ENDPOINT ?? '');
    for (const directive of ['img-src', 'media-src', 'connect-src']) {
      const sources = policy.split('; ').find((one) => one.startsWith(`${directive} `));
      expect(sources?.split(' ')).toContain(origin);
    }
  });
});
