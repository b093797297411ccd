import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestBucket, type TestBucket } from '../../../test/s3-server.ts';
import type { S3Settings } from './s3-bucket.ts';
import { createS3Storage } from './s3-storage.ts';
import { keysOf, readAll, storageSuite } from './storage.suite.ts';
import { type Storage, StorageError } from './storage.ts';

const SMALL_PARTS = { partBytes: 1000, copyPartBytes: 1000, pageKeys: 3 };
const DISPOSITION = `attachment; filename="Zone plate.mp4"; filename*=UTF-8''Zone%20pl%C3%A5te.mp4`;
const FILM = 'videos/ab/0b5f/video-1a2b.mp4';
const LARGE = Buffer.from(Array.from({ length: 4321 }, (_, index) => (index * 7) % 251));

/** Everything is on loopback. */
const lookup: LookupFunction = (_, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

function inHostName(settings: S3Settings): S3Settings {
  const { port } = new URL(settings.endpoint);
  return { ...settings, endpoint: `http://s3.localhost:${port}`, forcePathStyle: false };
}

async function openBucket(options: { prefix?: string; isInHostName?: boolean } = {}) {
  const bucket = await startTestBucket(options);
  const settings = options.isInHostName ? inHostName(bucket.settings) : bucket.settings;
  const storage = createS3Storage(settings, { ...SMALL_PARTS, agent: { lookup } });
  return { bucket, storage, countLeftovers: bucket.countUploads, close: bucket.close };
}

describe('a folder of a bucket that is in the host name', () =>
  storageSuite(() => openBucket({ prefix: 'site/media', isInHostName: true })));

describe('what only a bucket has', () => {
  let bucket: TestBucket;
  let storage: Storage;
  beforeEach(async () => {
    ({ bucket, storage } = await openBucket({ prefix: 'site' }));
  });
  afterEach(async () => {
    storage.close();
    await bucket.close();
  });
  const put = (key: string, bytes: Buffer) => storage.put(key, Readable.from([bytes]));
  const inAMinute = () => ({
    expiresAt: new Date(Date.now() + 60_000),
    contentType: 'video/mp4',
    contentDisposition: 'inline',
  });

  test('others’ objects are ignored if their names are no keys, or outside our folder', async () => {
    await put(FILM, LARGE);
    await bucket.fill(['videos/.hidden', 'videos/a film.mp4', '.trash/film.mp4']);
    const other = createS3Storage({ ...bucket.settings, prefix: '' });
    await other.put('site2/film.mp4', Readable.from([LARGE]));
    expect(await keysOf(storage.list())).toEqual([FILM]);
    expect(await keysOf(other.list())).toEqual([`site/${FILM}`, 'site2/film.mp4']);
    other.close();
  });

  test('a failing server is asked again', async () => {
    const status = 503;
    bucket.failNext(2, status);
    await put(FILM, LARGE);
    bucket.failNext(2, status);
    expect(await readAll(storage, FILM)).toEqual(LARGE);
    bucket.failNext(2, status);
    expect(await storage.head(FILM)).toMatchObject({ sizeBytes: LARGE.length });
  });

  test('a part that fails for good ends upload, stream and parts', async () => {
    const hasty = createS3Storage(bucket.settings, { ...SMALL_PARTS, maxAttempts: 1 });
    const body = new Readable({ read() {} });
    body.push(LARGE);
    const storing = hasty.put(FILM, body);
    await vi.waitFor(async () => expect(await bucket.countUploads()).toBe(1), 15_000);
    bucket.failNext(1);
    body.push(LARGE);
    await expect(storing).rejects.toThrow(/did not store a part of .*503/);
    expect(body.destroyed).toBe(true);
    expect(await bucket.countUploads()).toBe(0);
    expect(await storage.head(FILM)).toBeUndefined();
    hasty.close();
  });

  test('a lost answer to the end of an upload loses no file', async () => {
    const body = new Readable({ read() {} });
    const storing = storage.put(FILM, body);
    body.push(LARGE);
    await vi.waitFor(async () => expect(await bucket.countUploads()).toBe(1), 15_000);
    bucket.loseAnswerTo(`POST /site/${FILM}`);
    body.push(null);
    expect(await storing).toMatchObject({ sizeBytes: LARGE.length });
    expect(bucket.requests.filter((request) => request.startsWith('POST'))).toHaveLength(3);
    expect(await readAll(storage, FILM)).toEqual(LARGE);
  });

  test('an interrupted move ends with the next call, either way', async () => {
    const both = async () => {
      await put(FILM, LARGE);
      await bucket.fill([`.quarantine/${FILM}`], LARGE);
    };
    await both();
    expect(await storage.quarantine(FILM)).toBe(true);
    expect([await keysOf(storage.list()), await keysOf(storage.listQuarantine())]).toEqual([[], [FILM]]);
    await both();
    expect(await storage.release(FILM)).toBe(true);
    expect([await keysOf(storage.list()), await keysOf(storage.listQuarantine())]).toEqual([[FILM], []]);
    expect(await readAll(storage, FILM)).toEqual(LARGE);
  });

  test('a signed address gives everyone the file, with ranges and its headers', async () => {
    await put(FILM, LARGE);
    const address =
      (await storage.signedUrl(FILM, {
        ...inAMinute(),
        contentType: 'video/x-test',
        contentDisposition: DISPOSITION,
      })) ?? '';
    const whole = await fetch(address);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/x-test',
      'content-disposition': DISPOSITION,
      'cache-control': 'private',
      'accept-ranges': 'bytes',
    });
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(LARGE);
    const part = await fetch(address, { headers: { range: 'bytes=4300-' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 4300-4320/4321');
    expect(Buffer.from(await part.arrayBuffer())).toEqual(LARGE.subarray(4300));
  });

  test('a signed address is good for one file, method and time', async () => {
    await put(FILM, LARGE);
    await put('videos/other.mp4', LARGE);
    const address = (await storage.signedUrl(FILM, inAMinute())) ?? '';
    const statusOf = async (url: string, method = 'GET') => (await fetch(url, { method })).status;
    expect(await statusOf(address.replace(FILM, 'videos/other.mp4'))).toBe(403);
    expect(await statusOf(address.replace('video%2Fmp4', 'text%2Fhtml'))).toBe(403);
    expect(await statusOf(address.replace(/\?.*/, ''))).toBe(403);
    expect(await statusOf(address, 'HEAD')).toBe(403);
    expect(await statusOf(address, 'DELETE')).toBe(403);
    expect(await statusOf(address)).toBe(200);
    await storage.quarantine(FILM);
    expect(await statusOf(address)).toBe(404);
    const past = { ...inAMinute(), expiresAt: new Date(Date.now() - 1) };
    await expect(storage.signedUrl(FILM, past)).rejects.toThrow(RangeError);
  });

  test('a signed address stays the same for an hour, and lives a week at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const addressAt = (now: string, expiresAt: string) => {
        vi.setSystemTime(now);
        return storage.signedUrl(FILM, { ...inAMinute(), expiresAt: new Date(expiresAt) });
      };
      const first = await addressAt('2026-05-01T10:00:01Z', '2026-05-01T12:00:00Z');
      expect(await addressAt('2026-05-01T10:59:59Z', '2026-05-01T12:00:00Z')).toBe(first);
      expect(first).toContain('X-Amz-Date=20260501T100000Z&X-Amz-Expires=7200&');
      expect(await addressAt('2026-05-01T10:00:01Z', '2026-06-01T12:00:00Z')).toContain(
        'X-Amz-Expires=604800&',
      );
    } finally {
      vi.useRealTimers();
    }
  });

  test('errors are sentences without the keys', async () => {
    const tryWith = async (settings: Partial<S3Settings>) => {
      const wrong = createS3Storage({ ...bucket.settings, ...settings }, { maxAttempts: 1 });
      const error = await keysOf(wrong.list()).catch((fault: unknown) => fault);
      wrong.close();
      expect(error).toBeInstanceOf(StorageError);
      return error as StorageError;
    };
    const secret = 'a-secret-that-nobody-may-read';
    const forged = await tryWith({ secretAccessKey: secret });
    expect(forged).toMatchObject({ code: 'SignatureDoesNotMatch' });
    expect(forged.message).toMatch(
      /^The bucket "test-bucket" did not list its objects: SignatureDoesNotMatch \(403\)/,
    );
    expect(inspect(forged, { depth: 20, showHidden: true })).not.toContain(secret);
    expect(await tryWith({ accessKeyId: 'nobody' })).toMatchObject({ code: 'InvalidAccessKeyId' });
    expect(await tryWith({ endpoint: 'http://127.0.0.1:9' })).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
