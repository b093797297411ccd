import { Readable } from 'node:stream';
import type { Storage, Storages } from '@vesper/core/storage/storage.ts';
import {
  type CopiedFile,
  type Copy,
  followSorted,
  inBatches,
  type NamedFile,
  poolKeyOf,
  readList,
  readNamed,
} from './copies.ts';
import { folderOf, type Manifest } from './manifest.ts';
import { DamagedError, digestOf, type FilesPart, type Part, putMeasured, writePart } from './parts.ts';

export interface CopyWork {
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
  if (put?.sha256 !== found.sha256) throw new Error(`${file.key} has changed while it was copied.`);
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
