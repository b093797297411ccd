import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, requireStorageKey, type Storage, type StoredFile } from './storage.ts';

/** A storage in a folder. */
export interface FsStorage extends Storage {
  readonly place: 'fs';
  readonly root: string;
  /** The local path of a key; throws on a key that could lead out of the folder. */
  pathOf(key: string): string;
  localPath(key: string): string;
}

/** No key begins with a dot, so none names what lies here. */
const QUARANTINE = '.quarantine';

export function createFsStorage(root: string): FsStorage {
  const directory = path.resolve(root);
  const aside = path.join(directory, QUARANTINE);

  function pathOf(key: string): string {
    requireStorageKey(key);
    return path.join(directory, key);
  }

  function asidePathOf(key: string): string {
    requireStorageKey(key);
    return path.join(aside, key);
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

  async function put(
    key: string,
    body: Readable,
    { sizeBytes, signal }: { sizeBytes?: number; signal?: AbortSignal } = {},
  ): Promise<StoredFile> {
    const target = pathOf(key);
    await mkdir(path.dirname(target), { recursive: true });
    const temporary = temporaryFor(target);
    try {
      await pipeline(body, createWriteStream(temporary, { flags: 'wx', flush: true }), {
        ...(signal ? { signal } : {}),
      });
      const { size, mtime } = await stat(temporary);
      if (sizeBytes !== undefined && size !== sizeBytes)
        throw new Error(`${key} has ${size} bytes where ${sizeBytes} were to come.`);
      await rename(temporary, target);
      await syncFile(path.dirname(target));
      return { key, sizeBytes: size, modifiedAt: mtime };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await open(pathOf(key), 'r').catch(ignoreMissing);
    if (!handle) return undefined;
    if (await isFile(handle)) return createReadStream('', { ...range, fd: handle });
    await handle.close();
    return undefined;
  }

  async function head(key: string): Promise<StoredFile | undefined> {
    const found = await stat(pathOf(key)).catch(ignoreMissing);
    return found?.isFile() ? { key, sizeBytes: found.size, modifiedAt: found.mtime } : undefined;
  }

  async function remove(key: string): Promise<void> {
    await rm(pathOf(key), { force: true });
    await removeEmptyParents(path.dirname(pathOf(key)), directory);
  }

  async function quarantine(key: string): Promise<boolean> {
    if (!(await move(pathOf(key), asidePathOf(key)))) return false;
    // How long it has lain there counts from now.
    const now = new Date();
    await utimes(asidePathOf(key), now, now);
    await removeEmptyParents(path.dirname(pathOf(key)), directory);
    return true;
  }

  async function release(key: string): Promise<boolean> {
    if (!(await move(asidePathOf(key), pathOf(key)))) return false;
    await removeEmptyParents(path.dirname(asidePathOf(key)), aside);
    return true;
  }

  async function removeQuarantined(key: string): Promise<void> {
    await rm(asidePathOf(key), { force: true });
    await removeEmptyParents(path.dirname(asidePathOf(key)), aside);
  }

  return {
    place: 'fs',
    root: directory,
    pathOf,
    localPath: pathOf,
    adopt,
    put,
    read,
    head,
    remove,
    /** One folder at a time in memory. */
    list: (folder = '') => walk(folder ? pathOf(folder) : directory, folder),
    quarantine,
    release,
    listQuarantine: () => walk(aside, ''),
    removeQuarantined,
    signedUrl: async () => undefined,
  };
}

/** Within one file system; false where there is nothing to move. */
async function move(from: string, to: string): Promise<boolean> {
  if (!(await stat(from).catch(ignoreMissing))?.isFile()) return false;
  await mkdir(path.dirname(to), { recursive: true });
  const moved = await rename(from, to).then(() => true, ignoreMissing);
  if (moved) await syncFile(path.dirname(to));
  return moved ?? false;
}

async function isFile(handle: FileHandle): Promise<boolean> {
  return (await handle.stat()).isFile();
}

/** Beginning with a dot: no key, and so never listed. */
function temporaryFor(target: string): string {
  return path.join(path.dirname(target), `.${randomBytes(9).toString('hex')}.tmp`);
}

async function* walk(folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(ignoreMissing);
  if (!entries) return;
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
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
  const temporary = temporaryFor(target);
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
