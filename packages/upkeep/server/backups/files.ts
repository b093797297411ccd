import { Readable } from 'node:stream';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { PLACES, type Storage, type Storages } from '@vesper/core/storage/storage.ts';
import {
  type CopiedFile,
  type Copy,
  damagedCopy,
  faultOf,
  followSorted,
  inBatches,
  type NamedFile,
  poolKeyOf,
  readList,
  readNamed,
} from './copies.ts';
import { folderOf, type Manifest } from './manifest.ts';
import { DamagedError, digestOf, type FilesPart, type Part, putMeasured, writePart } from './parts.ts';

interface CopyWork {
  /** The site's. */
  storages: Storages;
  /** The backups'. */
  storage: Storage;
  signal: AbortSignal;
  /** How many of the keys rows still name. */
  countNamed: (keys: string[]) => Promise<number>;
}

/** Copies what the former backup lacks and lists all. `isAnew` reads everything again and repairs copies. */
export async function copyFiles(
  work: CopyWork,
  {
    name,
    named,
    former,
    isAnew,
  }: { name: string; named: Part; former: Manifest | undefined; isAnew: boolean },
): Promise<FilesPart> {
  const sum = { files: 0, bytes: 0, missing: 0, lost: 0, differing: 0 };
  const { storage, signal } = work;
  const known = former?.files ? readList(storage, former.name, former.files.list) : undefined;
  const take = await followSorted(known);
  async function copyOne(file: NamedFile, copied: CopiedFile | undefined): Promise<CopiedFile> {
    if (copied?.copy && !isAnew) return { ...file, copy: copied.copy };
    const { copy, differs = false } = await copyFile(work, file, copied?.copy ?? undefined);
    if (differs) sum.differing += 1;
    return { ...file, copy };
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of inBatches(readNamed(storage, name, named))) {
      const found: (CopiedFile | undefined)[] = [];
      for (const { key } of batch) found.push(await take(key));
      const copies = await Promise.all(batch.map((file, index) => copyOne(file, found[index])));
      const missing = copies.flatMap(({ key, copy }) => (copy ? [] : [key]));
      sum.missing += missing.length;
      if (missing.length > 0) sum.lost += await work.countNamed(missing);
      for (const file of copies) {
        sum.files += 1;
        sum.bytes += file.copy?.bytes ?? 0;
        yield `${JSON.stringify(file)}\n`;
      }
    }
  }
  const body = Readable.from(lines());
  const list = await writePart(storage, { folder: folderOf(name), file: 'files.jsonl.zst', body, signal });
  return { named, list, ...sum };
}

/**
 * Older backups need the existing copy, and the site's file may be the damaged one: only bytes that `known` names
 * replace a copy. `differs`: the site's bytes are not those of the first copy.
 */
async function copyFile(
  work: CopyWork,
  file: NamedFile,
  known: Copy | undefined,
): Promise<{ copy: Copy | null; differs?: boolean }> {
  const { storage, signal } = work;
  const own = poolKeyOf(file);
  if (!(await storage.head(own))) return { copy: (await putCopy(work, file, own)) ?? known ?? null };
  const body = await storage.read(own);
  const there = body && (await digestOf(body, signal).catch(ignoreDamage));
  const opened = await openFile(work, file);
  const found = opened && (await digestOf(opened.body, signal));
  if (!found) return { copy: known ?? there ?? null };
  if (found.sha256 === there?.sha256) return { copy: found };
  if (known && !known.isOther) {
    if (known.sha256 === found.sha256) return { copy: await putCopy(work, file, own) };
    if (known.sha256 === there?.sha256) return { copy: known, differs: true };
  }
  const other: Copy = { ...found, isOther: true };
  const put = await putCopy(work, file, poolKeyOf(file, other));
  if (put?.sha256 !== found.sha256) throw new Error(`${file.key} changed while it was being copied.`);
  return { copy: other, differs: true };
}

function ignoreDamage(error: unknown): undefined {
  if (!(error instanceof DamagedError)) throw error;
}

async function putCopy(work: CopyWork, file: NamedFile, key: string): Promise<Copy | null> {
  const found = await openFile(work, file);
  return found ? putMeasured(work.storage, { ...found, key, signal: work.signal }) : null;
}

/** It may have been quarantined or released since the row was read. */
async function openFile(
  { storages }: CopyWork,
  { key, place, isQuarantined }: NamedFile,
): Promise<{ body: Readable; sizeBytes: number } | undefined> {
  const site = storages.at(place);
  for (const isAside of [isQuarantined, !isQuarantined]) {
    const found = await (isAside ? site.headQuarantined(key) : site.head(key));
    const body = found && (await (isAside ? site.readQuarantined(key) : site.read(key)));
    if (body) return { body, sizeBytes: found.sizeBytes };
  }
  return undefined;
}

type Work = Omit<CopyWork, 'countNamed'>;

/** Throws StartError unless every place is set up. */
export async function refuseUnknownPlaces(
  { storages, storage }: Omit<Work, 'signal'>,
  { name, files }: { name: string; files: FilesPart },
): Promise<void> {
  const waiting = new Set<string>(PLACES);
  for await (const { place } of readList(storage, name, files.list)) {
    if (waiting.delete(place) && !storages.all.some((site) => site.place === place))
      throw new StartError(
        'The backup has files of a bucket, but no bucket is configured: set S3_BUCKET and its keys.',
      );
    if (waiting.size === 0) return;
  }
}

/**
 * Stores the backup's files without changing what present rows need; `moves` lists later changes of quarantine.
 * Resumable: intact files stay (`trustsLength`: without reading them). Throws DamagedError.
 */
export async function restoreFiles(
  work: Work,
  { name, files }: { name: string; files: FilesPart },
  { trustsLength = false } = {},
): Promise<{ restored: number; missing: number; moves: NamedFile[] }> {
  const sum = { restored: 0, missing: 0, moves: [] as NamedFile[] };
  async function restoreOne({ copy, ...file }: CopiedFile): Promise<void> {
    if (!copy) sum.missing += 1;
    else if (await isAt(work, file, { copy, trustsLength })) return;
    else if (await isAt(work, { ...file, isQuarantined: !file.isQuarantined }, { copy, trustsLength }))
      sum.moves.push(file);
    else {
      await restoreFile(work, file, copy);
      sum.restored += 1;
    }
  }
  for await (const batch of inBatches(readList(work.storage, name, files.list)))
    await Promise.all(batch.map(restoreOne)).then(() => work.signal.throwIfAborted());
  return sum;
}

/** After the rows are restored. Safe to repeat. */
export async function moveFiles(storages: Storages, moves: readonly NamedFile[]): Promise<void> {
  for (const { key, place, isQuarantined } of moves) {
    const site = storages.at(place);
    await (isQuarantined ? site.quarantine(key) : site.release(key));
  }
}

async function isAt(
  { storages, signal }: Work,
  { key, place, isQuarantined }: NamedFile,
  { copy, trustsLength }: { copy: Copy; trustsLength: boolean },
): Promise<boolean> {
  const site = storages.at(place);
  const there = await (isQuarantined ? site.headQuarantined(key) : site.head(key));
  if (there?.sizeBytes !== copy.bytes || trustsLength) return there?.sizeBytes === copy.bytes;
  const body = await (isQuarantined ? site.readQuarantined(key) : site.read(key));
  return body !== undefined && (await digestOf(body, signal)).sha256 === copy.sha256;
}

async function restoreFile(work: Work, file: NamedFile, copy: Copy): Promise<void> {
  const { storages, storage, signal } = work;
  const site = storages.at(file.place);
  const [key, from] = [file.key, poolKeyOf(file, copy)];
  // A file that differs is replaced only by an intact copy.
  const there = await (file.isQuarantined ? site.headQuarantined(key) : site.head(key));
  const fault = there && (await faultOf(storage, file, copy, signal));
  if (fault) throw new DamagedError(fault);
  const body = await storage.read(from);
  if (!body) throw new DamagedError(`${from} is missing.`);
  const into = file.isQuarantined ? { ...site, put: site.putQuarantined } : site;
  const put = await putMeasured(into, { key, body, sizeBytes: copy.bytes, signal });
  if (put.sha256 === copy.sha256) return;
  await (file.isQuarantined ? site.removeQuarantined(key) : site.remove(key));
  throw new DamagedError(damagedCopy(from));
}
