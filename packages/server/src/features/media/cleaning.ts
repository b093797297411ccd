import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Storage, Storages } from '../../storage/storage.ts';

export interface CleaningOptions {
  storages: Storages;
  /** Where downloads gather, a folder each, named by the job. */
  workDirectory: string;
  /** Which of these storage keys a video names. */
  namedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Which of these jobs are still open. */
  openJobs: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  now: Date;
  signal: AbortSignal;
}

export interface CleaningReport {
  filesChecked: number;
  filesRemoved: number;
  bytesFreed: number;
  workFoldersRemoved: number;
}

/** A file is stored a moment before the row that names it is committed: younger ones are left alone. */
export const MIN_AGE_MS = 10 * 60 * 1000;
const BATCH = 500;
/** What lies elsewhere in the storage is not a video's. */
const VIDEOS_PREFIX = 'videos';

/** Compares the storage with the videos, in batches, and removes what belongs to none. */
export async function cleanStorage(options: CleaningOptions, minAgeMs = MIN_AGE_MS): Promise<CleaningReport> {
  const report: CleaningReport = { filesChecked: 0, filesRemoved: 0, bytesFreed: 0, workFoldersRemoved: 0 };
  for (const storage of options.storages.all) await cleanPlace(storage, options, { report, minAgeMs });
  await removeWorkFolders(options, report);
  return report;
}

async function cleanPlace(
  storage: Storage,
  options: CleaningOptions,
  { report, minAgeMs }: { report: CleaningReport; minAgeMs: number },
): Promise<void> {
  let batch: { key: string; sizeBytes: number }[] = [];
  for await (const file of storage.list(VIDEOS_PREFIX)) {
    options.signal.throwIfAborted();
    report.filesChecked += 1;
    if (options.now.getTime() - file.modifiedAt.getTime() < minAgeMs) continue;
    batch.push(file);
    if (batch.length < BATCH) continue;
    await removeUnnamed(storage, options, { files: batch, report });
    batch = [];
  }
  await removeUnnamed(storage, options, { files: batch, report });
}

async function removeUnnamed(
  storage: Storage,
  { namedKeys }: CleaningOptions,
  { files, report }: { files: readonly { key: string; sizeBytes: number }[]; report: CleaningReport },
): Promise<void> {
  const named = await namedKeys(files.map((file) => file.key));
  for (const file of files) {
    if (named.has(file.key)) continue;
    await storage.remove(file.key);
    report.filesRemoved += 1;
    report.bytesFreed += file.sizeBytes;
  }
}

async function removeWorkFolders(
  { workDirectory, openJobs }: CleaningOptions,
  report: CleaningReport,
): Promise<void> {
  const ids = await readdir(workDirectory).catch(() => []);
  const open = await openJobs(ids);
  for (const id of ids) {
    if (open.has(id)) continue;
    await rm(path.join(workDirectory, id), { recursive: true, force: true });
    report.workFoldersRemoved += 1;
  }
}
