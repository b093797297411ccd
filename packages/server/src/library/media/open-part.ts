import { close, fstat, open, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { ignoreMissing } from '../../kernel/lib/missing-file.ts';
import { type ByteRange, isStorageKey, type Storage, type Storages } from '../../kernel/storage/storage.ts';
import { readChunks } from './chunk-buffers.ts';
import type { MediaFile } from './files.ts';

const openFile = promisify(open);
const closeFile = promisify(close);
const statOpen = promisify<number, Stats>(fstat);

/** The part of a file that an answer needs, ready to be read. Whoever gets it must close it. */
export interface OpenPart<P> {
  plan: P;
  /** None if none are wanted. A chunk is good until the next is asked for. */
  chunks: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface StoredPlace {
  storage: Storage;
  sizeBytes: number;
}

/** Says what is wanted of a file of that size; without a range, no bytes. */
type Planner<P> = (sizeBytes: number) => P;
interface WithRange {
  range: ByteRange | undefined;
}

const NO_CHUNKS: AsyncIterable<Buffer> = { async *[Symbol.asyncIterator]() {} };

/** Opens a file where it lies. Undefined if it is nowhere. */
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

/** Where a file lies, and how large it is there. Undefined if it is nowhere. */
export function findPlace(storages: Storages, file: MediaFile, log: Log): Promise<StoredPlace | undefined> {
  return tryPlaces(storages, file, log, async (storage) => {
    const found = await storage.head(file.key);
    return found && { storage, sizeBytes: found.sizeBytes };
  });
}

/**
 * First the place that the row names; then the others, since the file may have been moved this moment. Throws where a
 * place that may have it cannot be asked.
 */
async function tryPlaces<T>(
  storages: Storages,
  { key, place }: MediaFile,
  log: Log,
  attempt: (storage: Storage) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (!isStorageKey(key)) return undefined;
  const named = storages.all.filter((storage) => storage.place === place);
  const others = storages.all.filter((storage) => storage.place !== place);
  let isSilent = false;
  for (const storage of [...named, ...others]) {
    const found = await attempt(storage).catch((error: unknown) => {
      log.warn({ err: error, key, place: storage.place }, 'A place of stored files could not be asked.');
      isSilent = true;
      return undefined;
    });
    if (!found) continue;
    if (storage.place !== place)
      log.warn({ key, place, found: storage.place }, 'A file is not where its row says.');
    return found;
  }
  if (isSilent)
    throw new AppError('unavailable', 'The file cannot be reached at the moment: please try again later.');
  log.warn({ key, place }, 'A file that a visitor wants is nowhere.');
  return undefined;
}

async function openLocal<P extends WithRange>(
  localPath: string,
  planner: Planner<P>,
): Promise<OpenPart<P> | undefined> {
  const fd = await openFile(localPath, 'r').catch(ignoreMissing);
  if (fd === undefined) return undefined;
  const close = () => closeFile(fd);
  try {
    const stats = await statOpen(fd);
    if (stats.isFile()) {
      const plan = planner(stats.size);
      return { plan, chunks: plan.range ? readChunks(fd, plan.range) : NO_CHUNKS, close };
    }
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return undefined;
}

/** The row's size is believed, so that a part costs the bucket one request. */
async function openStored<P extends WithRange>(
  storage: Storage,
  { key, sizeBytes: known }: MediaFile,
  planner: Planner<P>,
): Promise<OpenPart<P> | undefined> {
  const sizeBytes = known ?? (await storage.head(key))?.sizeBytes;
  if (sizeBytes === undefined) return undefined;
  const plan = planner(sizeBytes);
  if (!plan.range) return { plan, chunks: NO_CHUNKS, close: async () => {} };
  const stream = await storage.read(key, plan.range);
  if (!stream) return undefined;
  return { plan, chunks: exactly(stream, plan.range), close: async () => void stream.destroy() };
}

/** Throws where a bucket gives more or fewer bytes than were asked for: what was promised would be another file. */
async function* exactly(chunks: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let left = end - start + 1;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0)
    throw new Error(`The bucket gave ${Math.abs(left)} bytes too ${left < 0 ? 'many' : 'few'}.`);
}
