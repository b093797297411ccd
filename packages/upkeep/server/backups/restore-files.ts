import { StartError } from '@vesper/core/lib/start-error.ts';
import { PLACES, type Storages } from '@vesper/core/storage/storage.ts';
import {
  type CopiedFile,
  type Copy,
  damagedCopy,
  faultOf,
  inBatches,
  type NamedFile,
  poolKeyOf,
  readList,
} from './copies.ts';
import type { CopyWork } from './files.ts';
import { DamagedError, digestOf, type FilesPart, putMeasured } from './parts.ts';

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
        'The backup has files of a bucket, and no bucket is set: set S3_BUCKET and its keys.',
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
