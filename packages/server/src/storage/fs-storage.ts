import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, opendir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Files by key (`videos/ab/<id>/video-1a2b.mp4`: letters, digits, `.`, `_`, `-` and slashes) in a folder. */
export type FsStorage = ReturnType<typeof createFsStorage>;

export function createFsStorage(root: string) {
  const directory = path.resolve(root);

  /** The local path of a key; throws on a key that could lead out of the folder. */
  function pathOf(key: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(key)) {
      throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
    }
    return path.join(directory, key);
  }

  /**
   * Takes the file at `localPath` over under `key`: whole or not at all, and on the disk before this returns.
   * Moved where both lie on one file system, else copied.
   */
  async function adopt(localPath: string, key: string): Promise<void> {
    const target = pathOf(key);
    await mkdir(path.dirname(target), { recursive: true });
    // Its age counts from now: what cleans up leaves young files alone.
    const now = new Date();
    await utimes(localPath, now, now);
    await syncFile(localPath);
    try {
      await rename(localPath, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await copyAcross(localPath, target);
    }
    await syncFile(path.dirname(target));
  }

  async function head(key: string): Promise<StoredFile | undefined> {
    const found = await stat(pathOf(key)).catch(ignoreMissing);
    return found?.isFile() ? { key, sizeBytes: found.size, modifiedAt: found.mtime } : undefined;
  }

  async function remove(key: string): Promise<void> {
    await rm(pathOf(key), { force: true });
    await removeEmptyParents(path.dirname(pathOf(key)), directory);
  }

  /** Every stored file, in no particular order, one folder at a time in memory. */
  async function* list(prefix = ''): AsyncGenerator<StoredFile> {
    yield* walk(prefix ? pathOf(prefix) : directory, prefix);
  }

  return { root: directory, pathOf, adopt, head, remove, list };
}

async function* walk(folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(ignoreMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const key = prefix ? `${prefix}/${entry.name}` : entry.name;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(full, key);
    else {
      const found = await stat(full).catch(ignoreMissing);
      if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }
}

async function copyAcross(from: string, target: string): Promise<void> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  await copyFile(from, temporary);
  await syncFile(temporary);
  await rename(temporary, target);
  await rm(from, { force: true });
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeEmptyParents(folder: string, root: string): Promise<void> {
  for (let current = folder; current.startsWith(root + path.sep); current = path.dirname(current)) {
    const removed = await rmdir(current).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
