import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createFsStorage } from './fs-storage.ts';
import { keysOf, storageSuite } from './storage.suite.ts';

async function openFolder() {
  const root = await mkdtemp(path.join(tmpdir(), 'vesper-storage-'));
  return {
    root,
    storage: createFsStorage(root),
    countLeftovers: async () => (await readdir(path.join(root, '.incoming')).catch(() => [])).length,
    close: () => rm(root, { recursive: true, force: true }),
  };
}

storageSuite(openFolder);

/** Another file system, where this machine has one. */
const ELSEWHERE = '/dev/shm';
const deviceOf = async (folder: string) => (await stat(folder).catch(() => undefined))?.dev;
const hasOther = ![undefined, await deviceOf(tmpdir())].includes(await deviceOf(ELSEWHERE));

test.runIf(hasOther)('a file from another file system is copied, and gone where it was', async () => {
  const { storage, countLeftovers, close } = await openFolder();
  const elsewhere = await mkdtemp(path.join(ELSEWHERE, 'vesper-storage-'));
  try {
    const localPath = path.join(elsewhere, 'video.mp4');
    await writeFile(localPath, 'film');
    await storage.adopt(localPath, 'videos/a/film.mp4');
    expect(await storage.head('videos/a/film.mp4')).toMatchObject({ sizeBytes: 4 });
    expect(await readdir(elsewhere)).toEqual([]);
    // A failed move leaves nothing, and the file where it was.
    await writeFile(localPath, 'film');
    await expect(storage.adopt(localPath, 'videos/a')).rejects.toThrow();
    expect(await readdir(elsewhere)).toEqual(['video.mp4']);
    expect(await countLeftovers()).toBe(0);
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
    await close();
  }
});

test('an adopted file’s age counts from then', async () => {
  const { root, storage, close } = await openFolder();
  try {
    const localPath = path.join(root, 'made.mp4');
    await writeFile(localPath, 'film');
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(localPath, yesterday, yesterday);
    const before = Date.now();
    await storage.adopt(localPath, 'videos/a/film.mp4');
    const found = await storage.head('videos/a/film.mp4');
    expect(found?.modifiedAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
  } finally {
    await close();
  }
});

test('old leftovers of dead writers are removed', async () => {
  const { root, storage, countLeftovers, close } = await openFolder();
  try {
    await mkdir(path.join(root, '.incoming'));
    for (const name of ['old', 'young']) await writeFile(path.join(root, '.incoming', name), 'half a film');
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(path.join(root, '.incoming', 'old'), yesterday, yesterday);
    expect(await storage.removeLeftovers(new Date(Date.now() - 3_600_000))).toBe(1);
    expect(await countLeftovers()).toBe(1);
    expect(await storage.removeLeftovers(new Date(Date.now() + 1000))).toBe(1);
    expect(await countLeftovers()).toBe(0);
  } finally {
    await close();
  }
});

test('files whose names are no keys are ignored', async () => {
  const { root, storage, close } = await openFolder();
  try {
    await mkdir(path.join(root, 'videos', '.trash'), { recursive: true });
    for (const name of ['.hidden', 'a film.mp4', 'film~', '.trash/film.mp4', 'film.mp4'])
      await writeFile(path.join(root, 'videos', name), 'film');
    expect(await keysOf(storage.list('videos'))).toEqual(['videos/film.mp4']);
  } finally {
    await close();
  }
});

test('a private folder is closed to other accounts, whatever the umask', async () => {
  const root = path.join(await mkdtemp(path.join(tmpdir(), 'vesper-storage-')), 'made');
  const umask = process.umask(0);
  try {
    const storage = createFsStorage(root, { isPrivate: true });
    await storage.put('backups/one/manifest.json', Readable.from(['secret']));
    const names = ['', 'backups', 'backups/one', '.incoming', 'backups/one/manifest.json'];
    const modes = await Promise.all(
      names.map(async (name) => ((await stat(path.join(root, name))).mode & 0o777).toString(8)),
    );
    expect(modes).toEqual(['700', '700', '700', '700', '600']);
  } finally {
    process.umask(umask);
    await rm(path.dirname(root), { recursive: true, force: true });
  }
});
