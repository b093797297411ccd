import path from 'node:path';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { withLocalFile } from '@vesper/core/storage/local-file.ts';
import type { Place, Storage } from '@vesper/core/storage/storage.ts';
import { probeVideo } from '@vesper/library/media';
import { folderOf } from './manifest.ts';
import { DamagedError, digestOf, type FilesPart, openPart, type Part } from './parts.ts';

export interface Copy {
  bytes: number;
  sha256: string;
  /** Differs from the copy under the file's own name, so it is stored under its hash. */
  isOther?: true;
}

export interface NamedFile {
  key: string;
  place: Place;
  isQuarantined: boolean;
}

export interface CopiedFile extends NamedFile {
  /** Null if the file was gone. */
  copy: Copy | null;
}

/** Keys identify the content: a file is copied once for all backups. */
export const POOLS = ['files', 'other-files'] as const;

export function poolKeyOf({ key }: Pick<NamedFile, 'key'>, copy?: Copy | null): string {
  const [pool, others] = POOLS;
  return copy?.isOther ? `${others}/${copy.sha256}/${key}` : `${pool}/${key}`;
}

export async function* readList(storage: Storage, name: string, list: Part): AsyncGenerator<CopiedFile> {
  for await (const line of linesOf(storage, name, list)) yield JSON.parse(line) as CopiedFile;
}

/** As COPY wrote them: keys and places need no escapes. */
export async function* readNamed(storage: Storage, name: string, named: Part): AsyncGenerator<NamedFile> {
  for await (const line of linesOf(storage, name, named)) {
    const [key = '', place = '', isQuarantined] = line.split('\t');
    yield { key, place: place as Place, isQuarantined: isQuarantined === 't' };
  }
}

async function* linesOf(storage: Storage, name: string, part: Part): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of (await openPart(storage, { folder: folderOf(name), part })).setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Looks up ascending keys in a sorted list, reading it once. */
export async function followSorted(sorted: AsyncGenerator<CopiedFile> | undefined) {
  let next = await sorted?.next();
  return async (key: string): Promise<CopiedFile | undefined> => {
    while (next && !next.done && next.value.key < key) next = await sorted?.next();
    return next && !next.done && next.value.key === key ? next.value : undefined;
  };
}

const AT_ONCE = 8;

export async function* inBatches<T>(all: AsyncGenerator<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length === AT_ONCE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const PROBED_FILMS = 3;
const FILM = /(?:^|\/)video-[^/]+\.mp4$/;

interface CheckOptions {
  /** Where the previous check stopped. */
  after: string;
  most: number;
  folder: string;
  signal: AbortSignal;
}

/** Reads copies again, from where the previous check stopped, so that in time all are read. */
export async function* checkFiles(
  storage: Storage,
  of: { name: string; files: FilesPart },
  { after, most, folder, signal }: CheckOptions,
): AsyncGenerator<{ key: string; fault: string | undefined }> {
  let [read, films] = [0, 0];
  for (const isSecondRound of [false, true])
    for await (const file of readList(storage, of.name, of.files.list)) {
      if (read >= most || (isSecondRound && file.key > after)) break;
      if (!file.copy || (!isSecondRound && file.key <= after)) continue;
      read += 1;
      let fault = await faultOf(storage, file, file.copy, signal);
      if (fault === undefined && films < PROBED_FILMS && FILM.test(file.key)) {
        films += 1;
        fault = await faultOfFilm(storage, poolKeyOf(file, file.copy), { folder, signal });
      }
      yield { key: file.key, fault };
    }
}

export async function faultOf(
  storage: Storage,
  file: Pick<CopiedFile, 'key'>,
  copy: Copy,
  signal: AbortSignal,
): Promise<string | undefined> {
  const key = poolKeyOf(file, copy);
  try {
    const body = await storage.read(key);
    if (!body) return `${key} is missing.`;
    const found = await digestOf(body, signal);
    return found.sha256 === copy.sha256 ? undefined : damagedCopy(key);
  } catch (error) {
    if (error instanceof DamagedError) return error.message;
    throw error;
  }
}

export function damagedCopy(key: string): string {
  return `${key} is damaged: its bytes have changed.`;
}

async function faultOfFilm(
  storage: Storage,
  key: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string | undefined> {
  try {
    await withLocalFile(storage, key, { folder: path.join(folder, 'films'), signal }, (localPath) =>
      probeVideo(localPath, { signal }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof SourceError)
      return `${key} has not changed since it was copied, but cannot be played: ${error.message}`;
    throw error;
  }
}
