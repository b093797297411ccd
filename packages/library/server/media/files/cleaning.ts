import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '@vesper/core/db/pool.ts';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import type { Place, Storage, Storages, StoredFile } from '@vesper/core/storage/storage.ts';
import { foldTotals } from './file-queries.ts';
import { type RemovalReport, removeLooseFiles } from './loose-files.ts';
import { nameOf, noteLooseFiles, selectNamedFiles } from './loose-queries.ts';
import { removeExpired } from './quarantine.ts';
import { queueMisplaced, selectKeysInRows } from './quarantine-queries.ts';

export interface CleaningOptions {
  db: Db;
  storages: Storages;
  /** Download work folders, each named after its job. */
  workDirectory: string;
  openJobs: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  quarantineDays: number;
  now: Date;
  signal: AbortSignal;
  /** Defaults to the safe minimum; 0 only while nothing is being stored. */
  minAgeMs?: number | undefined;
}

export interface CleaningReport extends RemovalReport {
  filesChecked: number;
  workFoldersRemoved: number;
}

/** A file is stored before its row is committed. In a bucket, its age counts from the start of the upload. */
const MIN_AGE_MS: Record<Place, number> = { fs: 10 * 60 * 1000, s3: 6 * 3600 * 1000 };
const LEFTOVER_AGE_MS = 24 * 3600 * 1000;
const BATCH = 500;
export const VIDEOS_PREFIX = 'videos';

/** Removes unnamed files and expired quarantine. A place that does not answer is reported; the others are cleaned. */
export async function cleanStorage(options: CleaningOptions): Promise<CleaningReport> {
  const report: CleaningReport = {
    filesChecked: 0,
    filesRemoved: 0,
    bytesFreed: 0,
    workFoldersRemoved: 0,
    faults: [],
  };
  const { db, quarantineDays: days, now, signal, minAgeMs } = options;
  await foldTotals(db);
  await removeExpired(options, { now, days, signal }, report);
  for (const storage of options.storages.all) await cleanPlace(storage, options, report);
  await removeLooseFiles({ ...options, ...(minAgeMs === undefined ? {} : { graceMs: minAgeMs }) }, report);
  await removeWorkFolders(options, report);
  return report;
}

async function cleanPlace(storage: Storage, options: CleaningOptions, report: CleaningReport): Promise<void> {
  try {
    for await (const files of inBatches(storage.list(VIDEOS_PREFIX), options.signal))
      await lookAtFiles(storage, options, { files, report });
    for await (const files of inBatches(storage.listQuarantine(), options.signal))
      await lookAtQuarantine(storage, options, { files, report });
    await storage.removeLeftovers(new Date(options.now.getTime() - LEFTOVER_AGE_MS));
  } catch (error) {
    options.signal.throwIfAborted();
    report.faults.push(`${storage.place}: ${errorMessage(error)}`);
  }
}

interface Batch {
  files: readonly StoredFile[];
  report: CleaningReport;
}

async function lookAtFiles(
  { place }: Storage,
  options: CleaningOptions,
  { files, report }: Batch,
): Promise<void> {
  const { db, now, minAgeMs } = options;
  report.filesChecked += files.length;
  const old = files.filter((file) => isOldEnough(file, place, now, minAgeMs));
  const lying = old.map((file) => ({ ...file, place }));
  const named = await selectNamedFiles(db, lying);
  await noteLooseFiles(
    db,
    place,
    lying.filter((file) => !named.has(nameOf(file))),
  );
  await queueMisplaced(db, { place, keys: lying.map(({ key }) => key), where: 'in place' });
}

async function lookAtQuarantine(
  storage: Storage,
  options: CleaningOptions,
  { files, report }: Batch,
): Promise<void> {
  const { db, now, minAgeMs } = options;
  const { place } = storage;
  const old = files.filter((file) => isOldEnough(file, place, now, minAgeMs));
  const keys = old.map(({ key }) => key);
  const known = await selectKeysInRows(db, place, keys);
  for (const { key, sizeBytes } of old) {
    if (known.has(key)) continue;
    await storage.removeQuarantined(key);
    report.filesRemoved += 1;
    report.bytesFreed += sizeBytes;
  }
  await queueMisplaced(db, { place, keys, where: 'aside' });
}

export function isOldEnough(
  { modifiedAt }: StoredFile,
  place: Place,
  now: Date,
  minAgeMs = MIN_AGE_MS[place],
): boolean {
  return now.getTime() - modifiedAt.getTime() >= minAgeMs;
}

export async function* inBatches<T>(all: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    signal.throwIfAborted();
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The folder may contain other things. */
const JOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function removeWorkFolders(
  { workDirectory, openJobs }: CleaningOptions,
  report: CleaningReport,
): Promise<void> {
  const names = await readdir(workDirectory).catch(() => []);
  const ids = names.filter((name) => JOB_ID.test(name));
  const open = await openJobs(ids);
  for (const id of ids) {
    if (open.has(id)) continue;
    await rm(path.join(workDirectory, id), { recursive: true, force: true });
    report.workFoldersRemoved += 1;
  }
}
