import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ignoreMissing } from '../lib/files/missing-file.ts';
import { type ByteRange, isStorageKey, requireStorageKey, type Storage, type StoredFile } from './storage.ts';

export interface FsStorage extends Storage {
  readonly place: 'fs';
  readonly root: string;
  /** The local path of a key; throws on a key that could lead out of the folder. */
  pathOf(key: string): string;
  localPath(key: string): string;
}

/** No key begins with a dot, so none reaches these. */
const QUARANTINE = '.quarantine';
const INCOMING = '.incoming';

/** Another writer may remove an empty folder before its use. */
const MOVE_TRIES = 20;

/** Modes of new files and folders, before the umask. */
const OPEN = { file: 0o666, folder: 0o777 };
const PRIVATE = { file: 0o600, folder: 0o700 };

export function createFsStorage(root: string, { isPrivate = false } = {}): FsStorage {
  const modes = isPrivate ? PRIVATE : OPEN;
  const directory = path.resolve(root);
  const aside = path.join(directory, QUARANTINE);
  const incoming = path.join(directory, INCOMING);

  const pathOf = (key: string) => path.join(directory, requireStorageKey(key));
  const asidePathOf = (key: string) => path.join(aside, requireStorageKey(key));

  async function adopt(localPath: string, key: string, { signal }: { signal?: AbortSignal } = {}) {
    const target = pathOf(key);
    signal?.throwIfAborted();
    // Cleaning skips young files.
    await touch(localPath);
    await syncFile(localPath);
    try {
      await moveInto(localPath, target, modes.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await throughTemporary(target, (temporary) => copyFile(localPath, temporary));
      await rm(localPath, { force: true });
    }
  }

  async function putAt(
    target: string,
    key: string,
    body: Readable,
    { sizeBytes, signal }: { sizeBytes?: number; signal?: AbortSignal } = {},
  ): Promise<StoredFile> {
    const found = await throughTemporary(target, async (temporary) => {
      const file = createWriteStream(temporary, { flags: 'wx', mode: modes.file });
      await pipeline(body, file, { ...(signal ? { signal } : {}) });
      const { size } = await stat(temporary);
      if (sizeBytes !== undefined && size !== sizeBytes)
        throw new Error(`Received ${size} bytes instead of ${sizeBytes}.`);
    });
    return { key, sizeBytes: found.size, modifiedAt: found.mtime };
  }

  /** The result appears under `target` once complete and synced, or leaves nothing. */
  async function throughTemporary(target: string, write: (temporary: string) => Promise<void>) {
    const temporary = path.join(incoming, randomUUID());
    try {
      await mkdir(incoming, { recursive: true, mode: modes.folder });
      await write(temporary);
      await syncFile(temporary);
      const found = await stat(temporary);
      await moveInto(temporary, target, modes.folder);
      return found;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async function read(file: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await open(file, 'r').catch(ignoreMissing);
    if (!handle) return undefined;
    if (await isFile(handle)) return createReadStream('', { ...range, fd: handle });
    await handle.close();
    return undefined;
  }

  async function head(key: string, file: string): Promise<StoredFile | undefined> {
    const found = await stat(file).catch(ignoreMissing);
    return found?.isFile() ? { key, sizeBytes: found.size, modifiedAt: found.mtime } : undefined;
  }

  async function remove(file: string, above: string): Promise<void> {
    await unlink(file).catch(ignoreMissing);
    await removeEmptyParents(path.dirname(file), above);
  }

  /** Its age counts from now. */
  async function move(from: string, to: string): Promise<boolean> {
    const found = await stat(from).catch(ignoreMissing);
    if (!found?.isFile()) return (await stat(to).catch(ignoreMissing))?.isFile() ?? false;
    await touch(from).catch(ignoreMissing);
    const moved = await moveInto(from, to, modes.folder).then(() => true, ignoreMissing);
    await removeEmptyParents(path.dirname(from), from.startsWith(aside + path.sep) ? aside : directory);
    return moved ?? (await stat(to).catch(ignoreMissing))?.isFile() ?? false;
  }

  return {
    place: 'fs',
    root: directory,
    pathOf,
    localPath: pathOf,
    adopt,
    put: async (key, body, options) => putAt(pathOf(key), key, body, options),
    putQuarantined: async (key, body, options) => putAt(asidePathOf(key), key, body, options),
    read: async (key, range) => read(pathOf(key), range),
    head: async (key) => head(key, pathOf(key)),
    remove: async (key) => remove(pathOf(key), directory),
    async *list(folder) {
      yield* folder === undefined ? walk(directory, '') : walk(pathOf(folder), folder);
    },
    quarantine: async (key) => move(pathOf(key), asidePathOf(key)),
    release: async (key) => move(asidePathOf(key), pathOf(key)),
    readQuarantined: async (key, range) => read(asidePathOf(key), range),
    headQuarantined: async (key) => head(key, asidePathOf(key)),
    listQuarantine: () => walk(aside, ''),
    removeQuarantined: async (key) => remove(asidePathOf(key), aside),
    removeLeftovers: (before) => removeOldFiles(incoming, before),
    async signedUrl(key) {
      requireStorageKey(key);
      return undefined;
    },
    close() {},
  };
}

async function isFile(handle: FileHandle): Promise<boolean> {
  return (await handle.stat()).isFile();
}

/** Within one file system; creates folders, and returns once all is synced. */
async function moveInto(from: string, target: string, mode: number): Promise<void> {
  const folder = path.dirname(target);
  for (let tries = 1; ; tries += 1) {
    const made = await mkdir(folder, { recursive: true, mode });
    try {
      await rename(from, target);
      return syncFolders(folder, made ? path.dirname(made) : folder);
    } catch (error) {
      const isLost = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isLost || tries >= MOVE_TRIES || !(await stat(from).catch(ignoreMissing))) throw error;
    }
  }
}

/** A new folder is an entry of its parent, to be synced too. */
async function syncFolders(lowest: string, highest: string): Promise<void> {
  for (let current = lowest; current.length >= highest.length; current = path.dirname(current))
    // Removing the folder removed the file too.
    await syncFile(current).catch(ignoreMissing);
}

/** Holds one folder at a time. */
async function* walk(folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(ignoreMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const key = prefix ? `${prefix}/${entry.name}` : entry.name;
    if (!isStorageKey(key)) continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(full, key);
    else {
      const found = await stat(full).catch(ignoreMissing);
      if (found?.isFile()) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }
}

async function removeOldFiles(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const found = await stat(path.join(folder, name)).catch(ignoreMissing);
    if (!found?.isFile() || found.mtime >= before) continue;
    await rm(path.join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now);
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
