import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from '../../../../test/small-disk.ts';
import { type Log, silentLog } from '../log.ts';
import { asDiskError, diskFault } from './disk-error.ts';
import { createDiskWatch, type DiskWatchOptions } from './disk-watch.ts';

const MB = 1_000_000;

let disk: SmallDisk;
let told: string[];
let now = 0;
beforeAll(async () => {
  if (!NO_SMALL_DISK) disk = await mountSmallDisk(20 * MB);
});
afterAll(() => disk?.unmount());
beforeEach(async () => {
  await disk?.empty();
  told = [];
});

function watch(options: Partial<DiskWatchOptions> = {}) {
  const tell = (level: string) => (_: unknown, text: string) => void told.push(`${level}: ${text}`);
  const log = { ...silentLog, info: tell('info'), warn: tell('warn'), error: tell('error') } as Log;
  const folders = ['work', 'storage'].map((name) => ({ path: path.join(disk.folder, name), isOurs: true }));
  return createDiskWatch({
    folders,
    warnBelow: { bytes: 10 * MB, share: 0.9 },
    stopBelow: { bytes: undefined, share: 0.2 },
    log,
    // Each poll outlasts the cache.
    now: () => {
      now += 2_000;
      return now;
    },
    ...options,
  });
}

test.skipIf(NO_SMALL_DISK)(
  'a disk is reported almost full, full, and recovered with some more room, each once',
  async () => {
    const disks = watch();
    const states = [];
    for (const free of [20, 9.5, 10.5, 3.9, 4.2, 5, 12]) {
      await disk.empty();
      await disk.fillTo(free * MB);
      const [found, ...others] = await disks.look();
      expect(others).toEqual([]);
      states.push([free, found?.state, await disks.hasRoom()]);
    }
    expect(states).toEqual([
      [20, 'ok', true],
      [9.5, 'low', true],
      [10.5, 'low', true],
      [3.9, 'full', false],
      [4.2, 'full', false],
      [5, 'low', true],
      [12, 'ok', true],
    ]);
    await expect.poll(() => told).toHaveLength(4);
    const both = `${disk.folder}/work, ${disk.folder}/storage`;
    expect(told).toEqual([
      `warn: The disk is almost full: 9.5 MB of 20.0 MB left (47 %) for ${both}.`,
      expect.stringMatching(
        /^error: The disk is full: 3\.9 MB of 20\.0 MB left \(19 %\) for .* Downloads wait\.$/,
      ),
      expect.stringMatching(/^info: Over: The disk is full: 3\.9 MB/),
      expect.stringMatching(/^info: Over: The disk is almost full: 9\.5 MB/),
    ]);
  },
);

test.skipIf(NO_SMALL_DISK)('a disk error closes its folder for a minute, even with room left', async () => {
  const work = path.join(disk.folder, 'work');
  await mkdir(work, { recursive: true });
  let at = 0;
  const disks = watch({ now: () => at });
  expect(await disks.hasRoom()).toBe(true);
  const error = await writeFile(path.join(work, 'large'), Buffer.alloc(30 * MB)).catch((e: unknown) => e);
  await disk.empty();
  await writeFile(path.join(work, 'large'), '');
  const sentence = `The disk is full: nothing more can be written to ${work}.`;
  expect(disks.blame(error)).toMatchObject({ name: 'DiskError', message: sentence });
  await expect(disks.requireRoom()).rejects.toThrow(sentence);
  expect((await disks.look()).map((one) => [one.state, one.sentence])).toContainEqual(['full', sentence]);
  at += 61_000;
  expect(await disks.hasRoom()).toBe(true);
});

test.skipIf(NO_SMALL_DISK)(
  'a read-only folder is reported as such, also when it cannot be created',
  async () => {
    await disk.setReadOnly(true);
    try {
      const work = path.join(disk.folder, 'not', 'there');
      const error = await mkdir(path.join(work, 'a', 'b'), { recursive: true }).catch((e: unknown) => e);
      const disks = watch({ folders: [{ path: work, isOurs: true }] });
      expect(disks.blame(error)).toMatchObject({ message: `The folder ${work} is read-only.` });
      expect(await disks.look()).toMatchObject([
        { state: 'read_only', sentence: `The folder ${work} is read-only.` },
      ]);
      expect(await disks.hasRoom()).toBe(false);
    } finally {
      await disk.setReadOnly(false);
    }
  },
);

test.each([
  [{ code: 'ENOSPC' }, 'full'],
  [{ code: 'EROFS' }, 'read_only'],
  [{ code: 'EACCES', path: '/data/storage/a.mp4' }, 'not_writable'],
  [{ code: 'EACCES', syscall: 'spawn ffmpeg' }, undefined],
  [{ stderr: 'film.mp4: No space left on device' }, 'full'],
  [{ code: 'ENOENT', syscall: 'open', path: '/no/such/file' }, undefined],
])('%j is %s', (fields, fault) => {
  expect(diskFault(Object.assign(new Error('x'), fields))).toBe(fault);
});

test('names the folder of the error, else the first', () => {
  const folderOf = (fields: object) =>
    (
      asDiskError(Object.assign(new Error('x'), { code: 'ENOSPC', ...fields }), [
        '/d/work',
        '/d/storage',
      ]) as Error
    ).message;
  expect(folderOf({ path: '/d/work/1/video', dest: '/d/storage/x' })).toContain('/d/storage.');
  expect(folderOf({ path: '/d/storage/x' })).toContain('/d/storage.');
  expect(folderOf({})).toContain('/d/work.');
  const other = new Error('x');
  expect(asDiskError(other, ['/d/work'])).toBe(other);
});
