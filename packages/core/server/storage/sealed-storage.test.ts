import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFsStorage, type FsStorage } from './fs-storage.ts';
import { createSealedStorage, SealedError } from './sealed-storage.ts';
import { readAll, storageSuite } from './storage.suite.ts';
import type { Storage } from './storage.ts';

const KEY = randomBytes(32);
const SMALL_CHUNKS = { chunkBytes: 1000 };

describe('sealed in a folder', () =>
  storageSuite(async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'vesper-sealed-'));
    return {
      storage: createSealedStorage(createFsStorage(root), KEY, SMALL_CHUNKS),
      countLeftovers: async () => (await readdir(path.join(root, '.incoming')).catch(() => [])).length,
      close: () => rm(root, { recursive: true, force: true }),
    };
  }));

describe('a sealed file', () => {
  const BYTES = randomBytes(3500);
  let root: string;
  let inner: FsStorage;
  let storage: Storage;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'vesper-sealed-'));
    inner = createFsStorage(root);
    storage = createSealedStorage(inner, KEY, SMALL_CHUNKS);
    await storage.put('a/film.mp4', Readable.from([BYTES]));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const file = () => inner.pathOf('a/film.mp4');

  test('tells nothing of its content, and differs each time', async () => {
    const sealed = await readFile(file());
    expect(sealed.includes(BYTES.subarray(0, 8))).toBe(false);
    await storage.put('a/film.mp4', Readable.from([BYTES]));
    expect((await readFile(file())).subarray(30, 60)).not.toEqual(sealed.subarray(30, 60));
  });

  test('does not open with another key', async () => {
    const other = createSealedStorage(inner, randomBytes(32), SMALL_CHUNKS);
    await expect(readAll(other, 'a/film.mp4')).rejects.toThrow(SealedError);
    await expect(readAll(other, 'a/film.mp4', { start: 5, end: 9 })).rejects.toThrow(SealedError);
  });

  test('shows every changed byte, and every truncation', async () => {
    const sealed = await readFile(file());
    for (let at = 0; at < sealed.length; at += 41) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 4;
      await writeFile(file(), changed);
      await expect(readAll(storage, 'a/film.mp4'), `byte ${at}`).rejects.toThrow(SealedError);
    }
    await writeFile(file(), sealed);
    for (const length of [sealed.length - 1, 22 + 3 * 1016, 22 + 1016, 38, 22, 10, 0]) {
      await truncate(file(), length);
      await expect(readAll(storage, 'a/film.mp4'), `${length} bytes`).rejects.toThrow(SealedError);
    }
  });

  test('opens under its own name only, and each chunk in its place only', async () => {
    await copyFile(file(), path.join(root, 'a/other.mp4'));
    await expect(readAll(storage, 'a/other.mp4')).rejects.toThrow(SealedError);
    const sealed = await readFile(file());
    const chunk = (index: number) => sealed.subarray(22 + index * 1016, 22 + (index + 1) * 1016);
    await writeFile(file(), Buffer.concat([sealed.subarray(0, 22), chunk(1), chunk(0), chunk(2), chunk(3)]));
    await expect(readAll(storage, 'a/film.mp4')).rejects.toThrow(SealedError);
  });

  test('is refused if it was never encrypted', async () => {
    await inner.put('plain.txt', Readable.from(['a plain text that is longer than a header']));
    await expect(readAll(storage, 'plain.txt')).rejects.toThrow(SealedError);
  });
});
