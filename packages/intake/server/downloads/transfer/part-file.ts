import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';

/** Stored beside a part: enough to request the rest. */
export interface PartOrigin {
  url: string;
  /** A strong ETag, or a Last-Modified, for If-Range. */
  validator: string | undefined;
  totalBytes: number | undefined;
}

/** A partial download, its origin, and the hash so far. */
export interface PartFile {
  readonly sizeBytes: number;
  readonly origin: PartOrigin | undefined;
  restart(origin: PartOrigin): Promise<void>;
  append(chunk: Uint8Array): Promise<void>;
  /** Syncs to disk; returns the SHA-256 of all bytes. */
  seal(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens or creates a part. Keeps existing bytes only if they came from `url`, and reads them once for the hash. */
export async function openPartFile(partPath: string, url: string): Promise<PartFile> {
  const handle = await open(partPath, 'a+');
  try {
    let origin = await readOrigin(besidePath(partPath));
    if (origin?.url !== url) origin = undefined;
    if (!origin) await handle.truncate(0);
    return await createPart(partPath, handle, origin);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function createPart(
  partPath: string,
  handle: FileHandle,
  known: PartOrigin | undefined,
): Promise<PartFile> {
  let origin = known;
  let { hash, sizeBytes } = await hashFile(partPath);
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    get origin() {
      return origin;
    },
    async restart(next) {
      // In this order, a crash leaves an empty part, never old bytes under a new origin.
      await handle.truncate(0);
      hash = createHash('sha256');
      sizeBytes = 0;
      origin = next;
      await writeOrigin(besidePath(partPath), next);
    },
    async append(chunk) {
      await handle.appendFile(chunk);
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
    },
    async seal() {
      await handle.sync();
      const { size } = await handle.stat();
      if (size !== sizeBytes) {
        // Another worker wrote to it after losing its lease: start again.
        await handle.truncate(0);
        throw new SourceError(
          'truncated',
          'The file on disk differs from what was received; it will be downloaded again.',
        );
      }
      return hash.copy().digest();
    },
    close: () => handle.close(),
  };
}

async function hashFile(path: string): Promise<{ hash: Hash; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { hash, sizeBytes };
}

function besidePath(partPath: string): string {
  return `${partPath}.json`;
}

async function writeOrigin(path: string, origin: PartOrigin): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(origin));
  await rename(`${path}.new`, path);
}

/** Undefined if the file is missing or not ours. */
async function readOrigin(path: string): Promise<PartOrigin | undefined> {
  try {
    const known: Partial<PartOrigin> | null = JSON.parse(await readFile(path, 'utf8'));
    const { url, validator, totalBytes } = known ?? {};
    if (typeof url !== 'string') return undefined;
    return {
      url,
      validator: typeof validator === 'string' ? validator : undefined,
      totalBytes: Number.isSafeInteger(totalBytes) ? totalBytes : undefined,
    };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
