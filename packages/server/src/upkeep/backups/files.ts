import { Readable } from 'node:stream';
import type { Place, Storage, Storages, StoredFile } from '../../kernel/storage/storage.ts';
import { folderOf, type Manifest } from './manifest.ts';
import {
  DamagedError,
  digestOf,
  type FilesPart,
  openPart,
  type Part,
  putMeasured,
  writePart,
} from './parts.ts';

/** A film, picture or other file that a row named; a line of the list. */
interface CopiedFile {
  key: string;
  place: Place;
  isQuarantined: boolean;
  /** Of its bytes; null if there was no such file any more. */
  copy: { bytes: number; sha256: string } | null;
}

type NamedFile = Omit<CopiedFile, 'copy'>;

/** Keys tell the content: a file is copied once for all backups. */
const POOL = 'files';
const AT_ONCE = 8;

interface Work {
  /** The site's. */
  storages: Storages;
  /** The backups'. */
  storage: Storage;
  signal: AbortSignal;
}

/**
 * Copies what the rows of a backup name and the one before it does not have, and writes the list of all. `isAnew` trusts
 * no former copy.
 */
export async function copyFiles(
  work: Work,
  {
    name,
    named,
    former,
    isAnew,
  }: { name: string; named: Part; former: Manifest | undefined; isAnew: boolean },
): Promise<FilesPart> {
  const sum = { files: 0, bytes: 0, missing: 0 };
  const { storage, signal } = work;
  const known = former?.files && !isAnew ? readList(storage, former.name, former.files.list) : undefined;
  const take = await followSorted(known);
  async function copyOne(file: NamedFile, copied: CopiedFile | undefined): Promise<CopiedFile> {
    return { ...file, copy: copied?.copy ?? (await copyFile(work, file, isAnew)) };
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of inBatches(readNamed(storage, name, named))) {
      const found: (CopiedFile | undefined)[] = [];
      for (const { key } of batch) found.push(await take(key));
      const copies = await Promise.all(batch.map((file, index) => copyOne(file, found[index])));
      for (const file of copies) {
        sum.files += 1;
        sum.bytes += file.copy?.bytes ?? 0;
        if (!file.copy) sum.missing += 1;
        yield `${JSON.stringify(file)}\n`;
      }
    }
  }
  const body = Readable.from(lines());
  const list = await writePart(storage, { folder: folderOf(name), file: 'files.jsonl.zst', body, signal });
  return { named, list, ...sum };
}

async function copyFile(
  { storages, storage, signal }: Work,
  { key, place, isQuarantined }: NamedFile,
  isAnew: boolean,
): Promise<CopiedFile['copy']> {
  const site = storages.at(place);
  const poolKey = `${POOL}/${key}`;
  const [found, there] = await Promise.all([headOf(site, key, isQuarantined), storage.head(poolKey)]);
  // Of a backup that was broken off.
  if (there && !(isAnew && found) && (!found || there.sizeBytes === found.sizeBytes)) {
    const body = await storage.read(poolKey);
    return body ? digestOf(body, signal) : null;
  }
  const body = found && (await openFile(site, key, isQuarantined));
  if (!body) return null;
  return putMeasured(storage, { key: poolKey, body, sizeBytes: found.sizeBytes, signal });
}

/** Between the row and the copy it may have been put aside, or back. */
async function headOf(site: Storage, key: string, isQuarantined: boolean): Promise<StoredFile | undefined> {
  const [here, aside] = [() => site.head(key), () => site.headQuarantined(key)];
  const [first, second] = isQuarantined ? [aside, here] : [here, aside];
  return (await first()) ?? (await second());
}

async function openFile(site: Storage, key: string, isQuarantined: boolean): Promise<Readable | undefined> {
  const [here, aside] = [() => site.read(key), () => site.readQuarantined(key)];
  const [first, second] = isQuarantined ? [aside, here] : [here, aside];
  return (await first()) ?? (await second());
}

/** Reads copies again: about `most` of them, from all over the list. What is wrong, in sentences. */
export async function* checkFiles(
  storage: Storage,
  { name, files: { list, files } }: { name: string; files: FilesPart },
  { most, signal }: { most: number; signal: AbortSignal },
): AsyncGenerator<string | undefined> {
  const every = Math.max(1, Math.ceil(files / most));
  let n = Math.floor(Math.random() * every);
  for await (const { key, copy } of readList(storage, name, list)) {
    n += 1;
    if (copy && n % every === 0) yield await faultOf(storage, key, copy, signal);
  }
}

async function faultOf(
  storage: Storage,
  key: string,
  copy: { bytes: number; sha256: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const body = await storage.read(`${POOL}/${key}`);
  if (!body) return `${POOL}/${key} is missing.`;
  const found = await digestOf(body, signal);
  return found.sha256 === copy.sha256 ? undefined : `${POOL}/${key} is damaged: its bytes have changed.`;
}

/**
 * Puts the files of a backup where the rows will look for them. Those that are there with their length stay, so that it
 * goes on where it was broken off. Throws DamagedError for a copy that is not as it was written.
 */
export async function restoreFiles(
  { storages, storage, signal }: Work,
  { name, files }: { name: string; files: FilesPart },
): Promise<{ restored: number; missing: number }> {
  const sum = { restored: 0, missing: 0 };
  for await (const batch of inBatches(readList(storage, name, files.list)))
    await Promise.all(
      batch.map(async (file) => {
        if (!file.copy) sum.missing += 1;
        else if (await restoreFile({ storages, storage, signal }, file, file.copy)) sum.restored += 1;
      }),
    );
  return sum;
}

async function restoreFile(
  { storages, storage, signal }: Work,
  { key, place, isQuarantined }: CopiedFile,
  { bytes, sha256 }: { bytes: number; sha256: string },
): Promise<boolean> {
  const site = storages.at(place);
  const there = await (isQuarantined ? site.headQuarantined(key) : site.head(key));
  if (there?.sizeBytes === bytes) return false;
  const body = await storage.read(`${POOL}/${key}`);
  if (!body) throw new DamagedError(`${POOL}/${key} is missing.`);
  const put = await putMeasured(site, { key, body, sizeBytes: bytes, signal });
  if (put.sha256 !== sha256) {
    await site.remove(key);
    throw new DamagedError(`${POOL}/${key} is damaged: its bytes have changed.`);
  }
  if (isQuarantined) await site.quarantine(key);
  return true;
}

/** Removes the copies that a backup names and no other does. Returns how many. */
export async function removeCopiesOnlyOf(
  storage: Storage,
  own: Manifest,
  others: readonly Manifest[],
): Promise<number> {
  if (!own.files) return 0;
  const lists = others.flatMap(({ name, files }) => (files ? [readList(storage, name, files.list)] : []));
  const takes = await Promise.all(lists.map(followSorted));
  let removed = 0;
  for await (const { key } of readList(storage, own.name, own.files.list)) {
    const found = await Promise.all(takes.map((take) => take(key)));
    if (found.some(Boolean)) continue;
    await storage.remove(`${POOL}/${key}`);
    removed += 1;
  }
  return removed;
}

async function* readList(storage: Storage, name: string, list: Part): AsyncGenerator<CopiedFile> {
  for await (const line of linesOf(storage, name, list)) yield JSON.parse(line) as CopiedFile;
}

/** As COPY has written them: keys and places need no escapes. */
async function* readNamed(storage: Storage, name: string, named: Part): AsyncGenerator<NamedFile> {
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
async function followSorted(sorted: AsyncGenerator<CopiedFile> | undefined) {
  let next = await sorted?.next();
  return async (key: string): Promise<CopiedFile | undefined> => {
    while (next && !next.done && next.value.key < key) next = await sorted?.next();
    return next && !next.done && next.value.key === key ? next.value : undefined;
  };
}

async function* inBatches<T>(all: AsyncGenerator<T>): AsyncGenerator<T[]> {
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
