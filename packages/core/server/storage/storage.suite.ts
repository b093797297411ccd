import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLocalFile } from './local-file.ts';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

/** Empty, and with files over 1,000 bytes counting as large. */
export interface StorageUnderTest {
  storage: Storage;
  /** Half-written files or uploads. */
  countLeftovers(): Promise<number>;
  close(): Promise<void>;
}

const FILM = 'videos/ab/0b5f/video-1a2b.mp4';
const SMALL = Buffer.from('A small file.');
/** Several parts, the last one short. */
const LARGE = Buffer.from(Array.from({ length: 4321 }, (_, index) => (index * 7) % 251));
const NO_KEYS = [
  '',
  '.x',
  '/x',
  '../x',
  'a/../b',
  'a//b',
  'a/.b',
  'a/',
  'a b',
  'a\\b',
  'a\0b',
  'é',
  'x'.repeat(256),
];

/** One suite for every kind. */
export function storageSuite(open: () => Promise<StorageUnderTest>): void {
  let subject: StorageUnderTest;
  let storage: Storage;
  let folder: string;
  beforeEach(async () => {
    subject = await open();
    storage = subject.storage;
    folder = await mkdtemp(path.join(tmpdir(), 'vesper-suite-'));
  });
  afterEach(async () => {
    storage.close();
    await subject.close();
    await rm(folder, { recursive: true, force: true });
  });

  const put = (key: string, bytes: Buffer) => storage.put(key, Readable.from([bytes]));
  const bytesOf = (key: string, range?: ByteRange) => readAll(storage, key, range);

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a small file', SMALL],
    ['a file of exactly one part', LARGE.subarray(0, 1000)],
    ['a file of exactly two parts', LARGE.subarray(0, 2000)],
    ['a large file', LARGE],
  ])('%s is stored as it came', async (_, bytes) => {
    const before = Date.now();
    const stored = await storage.put(FILM, Readable.from([bytes]), { sizeBytes: bytes.length });
    expect(stored).toMatchObject({ key: FILM, sizeBytes: bytes.length });
    expect(await storage.head(FILM)).toMatchObject({ key: FILM, sizeBytes: bytes.length });
    expect(await bytesOf(FILM)).toEqual(bytes);
    // Some places tell seconds only.
    expect(stored.modifiedAt.getTime()).toBeGreaterThan(before - 2000);
    expect(stored.modifiedAt.getTime()).toBeLessThan(Date.now() + 2000);
  });

  test.each([
    ['at once', []],
    ['after a little', [SMALL]],
    ['after several parts', [LARGE]],
  ])('a stream that fails %s leaves nothing, and the former file stays', async (_, pieces) => {
    const failing = () => Readable.from(failAfter(pieces));
    await expect(storage.put('videos/new.mp4', failing())).rejects.toThrow('The source disconnected.');
    expect(await storage.head('videos/new.mp4')).toBeUndefined();
    await put(FILM, SMALL);
    await expect(storage.put(FILM, failing())).rejects.toThrow('The source disconnected.');
    expect(await bytesOf(FILM)).toEqual(SMALL);
    expect(await keysOf(storage.list())).toEqual([FILM]);
    expect(await subject.countLeftovers()).toBe(0);
  });

  test.each([
    ['fewer', LARGE.subarray(0, 500), 600],
    ['more', LARGE.subarray(0, 500), 400],
  ])('%s bytes than announced are refused', async (_, bytes, sizeBytes) => {
    await expect(storage.put(FILM, Readable.from([bytes]), { sizeBytes })).rejects.toThrow(/bytes/);
    expect(await storage.head(FILM)).toBeUndefined();
    expect(await subject.countLeftovers()).toBe(0);
  });

  test('an aborted upload ends at once, even if its stream stalls', async () => {
    const abort = new AbortController();
    const stalled = new Readable({ read() {} });
    stalled.push(LARGE);
    setTimeout(() => abort.abort(new Error('The worker stops.')), 50);
    await expect(storage.put(FILM, stalled, { signal: abort.signal })).rejects.toThrow();
    expect(stalled.destroyed).toBe(true);
    expect(await storage.head(FILM)).toBeUndefined();
    // A part in progress is removed shortly after.
    await expect.poll(() => subject.countLeftovers(), { timeout: 20_000 }).toBe(0);
    await expect(storage.put(FILM, Readable.from([SMALL]), { signal: abort.signal })).rejects.toThrow();
    expect(await storage.head(FILM)).toBeUndefined();
  });

  test('of concurrent writers one wins, with all its bytes', async () => {
    const versions = [1, 2, 3, 4, 5, 6].map((number) => Buffer.alloc(1000 * number, number));
    await Promise.all(versions.map((bytes) => put(FILM, bytes)));
    const found = await bytesOf(FILM);
    expect(versions.some((bytes) => found?.equals(bytes))).toBe(true);
    expect(await subject.countLeftovers()).toBe(0);
  });

  test('writers and removers of neighbours do not collide', async () => {
    const rounds = Array.from({ length: 15 }, (_, index) => index);
    const churn = async (name: string) => {
      for (const _ of rounds) {
        await put(`videos/ab/${name}/film.mp4`, SMALL);
        await storage.remove(`videos/ab/${name}/film.mp4`);
      }
    };
    await Promise.all(['a', 'b', 'c'].map(churn));
    expect(await keysOf(storage.list())).toEqual([]);
  });

  test.each([
    ['the first byte', { start: 0, end: 0 }],
    ['the last byte', { start: 4320, end: 4320 }],
    ['the end', { start: 4000, end: 4320 }],
  ])('a range gives %s', async (_, range) => {
    await put(FILM, LARGE);
    expect(await bytesOf(FILM, range)).toEqual(LARGE.subarray(range.start, range.end + 1));
  });

  test('a missing file reads as undefined, and can be removed without an error', async () => {
    await put(FILM, SMALL);
    for (const key of ['videos/none.mp4', 'videos/ab', `${FILM}/more`]) {
      expect(await storage.head(key)).toBeUndefined();
      expect(await storage.read(key)).toBeUndefined();
      expect(await storage.read(key, { start: 0, end: 0 })).toBeUndefined();
    }
    await storage.remove('videos/none.mp4');
    expect(await bytesOf(FILM)).toEqual(SMALL);
  });

  test('a folder lists all below it, not neighbours of a similar name', async () => {
    const inside = ['videos/a/1.mp4', 'videos/a/b/2.mp4', 'videos/a/b/c/3.mp4'];
    const outside = ['videos/ab/4.mp4', 'videos/a.mp4', 'a/5.mp4', 'other.txt'];
    for (const key of [...inside, ...outside]) await put(key, SMALL);
    expect(await keysOf(storage.list('videos/a'))).toEqual(inside);
    expect(await keysOf(storage.list())).toEqual([...inside, ...outside].sort());
    expect(await keysOf(storage.list('videos/none'))).toEqual([]);
    for await (const file of storage.list('videos/a')) {
      expect(file.sizeBytes).toBe(SMALL.length);
      expect(Math.abs(file.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
  });

  test('quarantine hides a file until it is released, with the same bytes', async () => {
    await put(FILM, LARGE);
    await put('videos/other.mp4', SMALL);
    expect(await storage.quarantine(FILM)).toBe(true);
    expect(await storage.head(FILM)).toBeUndefined();
    expect(await storage.read(FILM)).toBeUndefined();
    expect(await keysOf(storage.list())).toEqual(['videos/other.mp4']);
    const [aside, ...more] = await filesOf(storage.listQuarantine());
    expect(aside).toMatchObject({ key: FILM, sizeBytes: LARGE.length });
    expect(Math.abs((aside?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(more).toEqual([]);
    expect(await storage.release(FILM)).toBe(true);
    expect(await bytesOf(FILM)).toEqual(LARGE);
    expect(await keysOf(storage.listQuarantine())).toEqual([]);
  });

  test('a quarantined file is read by its own door alone, whole and in parts', async () => {
    await put(FILM, LARGE);
    expect(await storage.readQuarantined(FILM)).toBeUndefined();
    await storage.quarantine(FILM);
    const aside = async (range?: ByteRange) =>
      buffer((await storage.readQuarantined(FILM, range)) ?? Readable.from([]));
    expect((await aside()).equals(LARGE)).toBe(true);
    expect((await aside({ start: 3, end: 12 })).equals(LARGE.subarray(3, 13))).toBe(true);
    expect((await storage.headQuarantined(FILM))?.sizeBytes).toBe(LARGE.length);
    expect(await storage.headQuarantined('videos/none.mp4')).toBeUndefined();
  });

  test('a file goes straight into quarantine, and one in its place stays', async () => {
    await put(FILM, SMALL);
    const options = { sizeBytes: LARGE.length };
    await storage.putQuarantined(FILM, Readable.from([LARGE]), options);
    expect(await bytesOf(FILM)).toEqual(SMALL);
    const aside = await storage.readQuarantined(FILM);
    expect(aside && (await buffer(aside)).equals(LARGE)).toBe(true);
    expect((await storage.headQuarantined(FILM))?.sizeBytes).toBe(LARGE.length);
    const cut = storage.putQuarantined('videos/cut.mp4', Readable.from([SMALL]), options);
    await expect(cut).rejects.toThrow(/bytes/);
    expect(await storage.headQuarantined('videos/cut.mp4')).toBeUndefined();
    expect(await subject.countLeftovers()).toBe(0);
  });

  test('concurrent quarantines of one file all succeed', async () => {
    await put(FILM, LARGE);
    expect(await Promise.all([1, 2, 3].map(() => storage.quarantine(FILM)))).toEqual([true, true, true]);
    expect(await keysOf(storage.listQuarantine())).toEqual([FILM]);
    expect(await keysOf(storage.list())).toEqual([]);
    expect(await Promise.all([1, 2, 3].map(() => storage.release(FILM)))).toEqual([true, true, true]);
    expect(await bytesOf(FILM)).toEqual(LARGE);
  });

  test('an adopted file leaves its former place', async () => {
    for (const bytes of [SMALL, LARGE, Buffer.alloc(0)]) {
      const localPath = path.join(folder, 'video.mp4');
      await writeFile(localPath, bytes);
      await storage.adopt(localPath, FILM);
      expect(await bytesOf(FILM)).toEqual(bytes);
      expect(await readdir(folder)).toEqual([]);
    }
    await expect(storage.adopt(path.join(folder, 'none.mp4'), FILM)).rejects.toThrow(/ENOENT/);
    expect(await bytesOf(FILM)).toEqual(Buffer.alloc(0));
    const localPath = path.join(folder, 'kept.mp4');
    await writeFile(localPath, LARGE);
    const aborted = storage.adopt(localPath, FILM, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toThrow(/abort/i);
    expect([await readdir(folder), await bytesOf(FILM)]).toEqual([['kept.mp4'], Buffer.alloc(0)]);
  });

  test('a program gets a stored file as a local one, and leaves its folder clean', async () => {
    await put(FILM, LARGE);
    const options = { folder: path.join(folder, 'work'), signal: new AbortController().signal };
    const read = await withLocalFile(storage, FILM, options, async (localPath) => {
      expect(localPath.endsWith('.mp4')).toBe(true);
      return readFile(localPath);
    });
    expect(read).toEqual(LARGE);
    const failing = withLocalFile(storage, FILM, options, () =>
      Promise.reject(new Error('The tool failed.')),
    );
    await expect(failing).rejects.toThrow('The tool failed.');
    expect(await readdir(options.folder).catch(() => [])).toEqual([]);
    expect(await bytesOf(FILM)).toEqual(LARGE);
    const missing = withLocalFile(storage, 'videos/none.mp4', options, async () => 1);
    await expect(missing).rejects.toThrow(/no file "videos\/none.mp4"/);
  });

  test.each(NO_KEYS.map((text) => [JSON.stringify(text).slice(0, 20), text]))(
    '%s is no key for anything',
    async (_, text) => {
      const localPath = path.join(folder, 'video.mp4');
      await writeFile(localPath, SMALL);
      const expiry = {
        expiresAt: new Date(Date.now() + 60_000),
        contentType: 'video/mp4',
        contentDisposition: 'inline',
      };
      const tries: (() => unknown)[] = [
        () => storage.adopt(localPath, text),
        () => put(text, SMALL),
        () => storage.putQuarantined(text, Readable.from([SMALL])),
        () => storage.read(text),
        () => storage.head(text),
        () => storage.remove(text),
        () => keysOf(storage.list(text)),
        () => storage.quarantine(text),
        () => storage.release(text),
        () => storage.removeQuarantined(text),
        () => storage.localPath(text),
        () => storage.signedUrl(text, expiry),
      ];
      for (const attempt of tries)
        await expect((async () => attempt())()).rejects.toThrow(/Not a storage key/);
      expect(await readdir(folder)).toEqual(['video.mp4']);
    },
  );

  test('any sequence of calls acts like a map', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 25 }), async (steps) => {
        const model = { files: new Map<string, Buffer>(), aside: new Map<string, Buffer>() };
        for (const step of steps) await follow(storage, model, step);
        await expectSame(storage, model);
        for (const key of KEYS) {
          await storage.remove(key);
          await storage.removeQuarantined(key);
        }
      }),
      { numRuns: 12 },
    );
  });
}

const KEYS = ['a', 'b/a', 'b/c/a', 'b/cc', 'b-c/a.mp4'];

type Step = { kind: 'put' | 'remove' | 'quarantine' | 'release' | 'purge'; key: string; bytes: Buffer };

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('put', 'put', 'remove', 'quarantine', 'release', 'purge'),
  key: fc.constantFrom(...KEYS),
  bytes: fc.uint8Array({ maxLength: 2500, size: 'max' }).map((array) => Buffer.from(array)),
});

interface Model {
  files: Map<string, Buffer>;
  aside: Map<string, Buffer>;
}

async function follow(storage: Storage, { files, aside }: Model, { kind, key, bytes }: Step): Promise<void> {
  if (kind === 'put') {
    await storage.put(key, Readable.from([bytes]));
    files.set(key, bytes);
  } else if (kind === 'remove') {
    await storage.remove(key);
    files.delete(key);
  } else if (kind === 'purge') {
    await storage.removeQuarantined(key);
    aside.delete(key);
  } else {
    const [from, to] = kind === 'quarantine' ? [files, aside] : [aside, files];
    const moved = from.get(key);
    if (moved) {
      to.set(key, moved);
      from.delete(key);
    }
    expect(await storage[kind](key)).toBe(to.has(key));
  }
}

async function expectSame(storage: Storage, { files, aside }: Model): Promise<void> {
  expect(await keysOf(storage.list())).toEqual([...files.keys()].sort());
  expect(await keysOf(storage.listQuarantine())).toEqual([...aside.keys()].sort());
  for (const key of KEYS) expect(await readAll(storage, key)).toEqual(files.get(key));
  for (const [key, bytes] of aside) {
    await storage.remove(key);
    await storage.release(key);
    expect(await readAll(storage, key)).toEqual(bytes);
  }
}

export async function readAll(storage: Storage, key: string, range?: ByteRange): Promise<Buffer | undefined> {
  const body = await storage.read(key, range);
  return body && buffer(body);
}

export async function filesOf(list: AsyncGenerator<StoredFile>): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of list) files.push(file);
  return files;
}

export async function keysOf(list: AsyncGenerator<StoredFile>): Promise<string[]> {
  return (await filesOf(list)).map((file) => file.key).sort();
}

async function* failAfter(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
  throw new Error('The source disconnected.');
}
