import type { Place, Storage } from '../../kernel/storage/storage.ts';
import { folderOf } from './manifest.ts';
import { openPart, type Part } from './parts.ts';

/** The bytes of a file as they were copied. */
export interface Copy {
  bytes: number;
  sha256: string;
  /** It differs from what lies under the file's own name: it lies under its hash. */
  isOther?: true;
}

/** A film, picture or other file that a row named. */
export interface NamedFile {
  key: string;
  place: Place;
  isQuarantined: boolean;
}

/** A line of the list. */
export interface CopiedFile extends NamedFile {
  /** Null if there was no such file any more. */
  copy: Copy | null;
}

/** Keys tell the content: a file is copied once for all backups. */
export const POOLS = ['files', 'other-files'] as const;

/** Where the copy of a file is. */
export function poolKeyOf({ key }: Pick<NamedFile, 'key'>, copy?: Copy | null): string {
  const [pool, others] = POOLS;
  return copy?.isOther ? `${others}/${copy.sha256}/${key}` : `${pool}/${key}`;
}

export async function* readList(storage: Storage, name: string, list: Part): AsyncGenerator<CopiedFile> {
  for await (const line of linesOf(storage, name, list)) yield JSON.parse(line) as CopiedFile;
}

/** As COPY has written them: keys and places need no escapes. */
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

/** Asked for keys in their order, finds each in a sorted list, which it reads once. */
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
