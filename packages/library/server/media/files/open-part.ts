import { close as closeFile, fstatSync, open } from 'node:fs';
import { promisify } from 'node:util';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import { ignoreMissing } from '@vesper/core/lib/files/missing-file.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { type ByteRange, isStorageKey, type Storage, type Storages } from '@vesper/core/storage/storage.ts';
import { readChunks } from '../delivery/chunk-buffers.ts';
import type { MediaFile } from './files.ts';

const SETTLED_MS = 10_000;
const openFile = promisify(open);

export interface OpenPart<P> {
  plan: P;
  /** A chunk is valid until the next is requested. */
  chunks: AsyncIterable<Buffer>;
  close(): void;
}

export interface StoredPlace {
  storage: Storage;
  sizeBytes: number;
}

type Planner<P> = (sizeBytes: number) => P;
interface WithRange {
  range: ByteRange | undefined;
}

/** Warned about once per cached file. */
const missing = new WeakSet<MediaFile>();
const NO_CHUNKS: AsyncIterable<Buffer> = { async *[Symbol.asyncIterator]() {} };

/** Undefined if the file is in no place. */
export function openPart<P extends WithRange>(
  storages: Storages,
  file: MediaFile,
  { plan, log }: { plan: Planner<P>; log: Log },
): Promise<OpenPart<P> | undefined> {
  return tryPlaces(storages, file, log, (storage) => {
    const localPath = storage.localPath(file.key);
    return localPath === undefined ? openStored(storage, file, plan) : openLocal(localPath, plan);
  });
}

/** Undefined if the file is in no place. */
export function findPlace(storages: Storages, file: MediaFile, log: Log): Promise<StoredPlace | undefined> {
  return tryPlaces(storages, file, log, async (storage) => {
    const found = await storage.head(file.key);
    return found && { storage, sizeBytes: found.sizeBytes };
  });
}

/** Cached for as long as the caller holds the file. */
export function createPlaceMemory(
  storages: Storages,
  log: Log,
): (file: MediaFile) => Promise<StoredPlace | undefined> {
  const places = new WeakMap<MediaFile, StoredPlace>();
  return async (file) => {
    const place = places.get(file) ?? (await findPlace(storages, file, log));
    if (place) places.set(file, place);
    return place;
  };
}

/** Tries the row's place first, then the others: the file may just have been moved. Throws if a place does not answer. */
async function tryPlaces<T>(
  storages: Storages,
  file: MediaFile,
  log: Log,
  attempt: (storage: Storage) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { key, place } = file;
  if (!isStorageKey(key)) return undefined;
  const named = storages.all.filter((storage) => storage.place === place);
  const others = storages.all.filter((storage) => storage.place !== place);
  let isSilent = false;
  for (const storage of [...named, ...others]) {
    const found = await attempt(storage).catch((error: unknown) => {
      faultsOf(log).begin(`storage place ${storage.place}`, {
        sentence: 'A storage place did not answer.',
        level: 'warn',
        isOverAfterMs: SETTLED_MS,
        fields: { err: error, key, place: storage.place },
      });
      isSilent = true;
      return undefined;
    });
    if (!found) continue;
    if (storage.place !== place)
      log.warn({ key, place, found: storage.place }, 'A file is not in the place that its row names.');
    return found;
  }
  if (isSilent)
    throw new AppError('unavailable', 'The file is temporarily unavailable. Please try again later.');
  if (!missing.has(file)) log.warn({ key, place }, 'A requested file is missing in all places.');
  missing.add(file);
  return undefined;
}

async function openLocal<P extends WithRange>(
  localPath: string,
  planner: Planner<P>,
): Promise<OpenPart<P> | undefined> {
  const fd = await openFile(localPath, 'r').catch(ignoreMissing);
  if (fd === undefined) return undefined;
  // On another thread: closing the last handle of a deleted film frees its blocks, which is slow.
  const close = () => closeFile(fd, () => {});
  try {
    // Sync: the open file's size is in memory, another thread would be slower.
    const stats = fstatSync(fd);
    if (stats.isFile()) {
      const plan = planner(stats.size);
      return { plan, chunks: plan.range ? readChunks(fd, plan.range) : NO_CHUNKS, close };
    }
  } catch (error) {
    close();
    throw error;
  }
  close();
  return undefined;
}

/** Trusts the row's size, so that a range costs one request to the bucket. */
async function openStored<P extends WithRange>(
  storage: Storage,
  { key, sizeBytes: known }: MediaFile,
  planner: Planner<P>,
): Promise<OpenPart<P> | undefined> {
  const sizeBytes = known ?? (await storage.head(key))?.sizeBytes;
  if (sizeBytes === undefined) return undefined;
  const plan = planner(sizeBytes);
  if (!plan.range) return { plan, chunks: NO_CHUNKS, close() {} };
  const stream = await storage.read(key, plan.range);
  if (!stream) return undefined;
  return { plan, chunks: exactly(stream, plan.range), close: () => void stream.destroy() };
}

/** Throws if the bucket returns another length than requested: the headers have been sent already. */
async function* exactly(chunks: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let left = end - start + 1;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0)
    throw new Error(`The bucket returned ${Math.abs(left)} bytes too ${left < 0 ? 'many' : 'few'}.`);
}
