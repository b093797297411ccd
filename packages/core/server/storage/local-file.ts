import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Storage } from './storage.ts';

export interface LocalFileOptions {
  folder: string;
  signal: AbortSignal;
}

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}

/** The file itself if the storage is a folder, so read only; else a temporary download. Throws MissingFileError. */
export async function withLocalFile<T>(
  storage: Storage,
  key: string,
  { folder, signal }: LocalFileOptions,
  use: (localPath: string) => Promise<T>,
): Promise<T> {
  const found = await storage.head(key);
  if (!found) throw new MissingFileError(`There is no file "${key}" in "${storage.place}".`);
  const own = storage.localPath(key);
  if (own !== undefined) return use(own);
  await mkdir(folder, { recursive: true });
  const copy = path.join(folder, `stored-${randomUUID()}${path.extname(key)}`);
  try {
    await download(storage, { key, sizeBytes: found.sizeBytes, localPath: copy, signal });
    return await use(copy);
  } finally {
    await rm(copy, { force: true });
  }
}

const FRUITLESS_TRIES = 3;

/** Resumes after a lost connection: a film may have gigabytes. Gives up after several tries without a byte. */
async function download(
  storage: Storage,
  {
    key,
    sizeBytes,
    localPath,
    signal,
  }: { key: string; sizeBytes: number; localPath: string; signal: AbortSignal },
): Promise<void> {
  const file = await open(localPath, 'wx');
  try {
    let written = 0;
    for (let fruitless = 0; written < sizeBytes; ) {
      const body = await storage.read(key, { start: written, end: sizeBytes - 1 });
      if (!body) throw new MissingFileError(`The file "${key}" was removed while it was read.`);
      const { bytes, fault } = await append(file, addAbortSignal(signal, body));
      written += bytes;
      fruitless = bytes > 0 ? 0 : fruitless + 1;
      if (signal.aborted || fruitless >= FRUITLESS_TRIES)
        throw fault ?? new Error(`"${key}" returned no bytes.`);
    }
  } finally {
    await file.close();
  }
}

/** Keeps what arrived even if the stream fails. */
async function append(file: FileHandle, body: Readable): Promise<{ bytes: number; fault?: unknown }> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      await file.appendFile(chunk);
      bytes += chunk.length;
    }
    return { bytes };
  } catch (fault) {
    return { bytes, fault };
  }
}
