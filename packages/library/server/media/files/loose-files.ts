import type { Db } from '@vesper/core/db/pool.ts';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import {
  deleteLooseFiles,
  type LooseFile,
  type LyingFile,
  lockAnnounced,
  lockLooseFiles,
  nameOf,
  postponeLooseFiles,
  selectNamedFiles,
} from './loose-queries.ts';

const MINUTE_MS = 60_000;
/** How long an unnamed file stays available: presigned bucket addresses live twenty minutes. */
const GRACE_MS = 30 * MINUTE_MS;
/** How long an announced file may take to be stored and named. */
const COMING_MS = 6 * 60 * MINUTE_MS;
/** Per transaction, which locks the rows. */
const BATCH = 50;

export interface LooseRemoval {
  db: Db;
  storages: Storages;
  now: Date;
  signal: AbortSignal;
  /** 0 only while nothing is being stored: also removes announced files at once. */
  graceMs?: number;
}

export interface RemovalReport {
  filesRemoved: number;
  bytesFreed: number;
  faults: string[];
}

/** Locks each file's loose_files row: storing the same key waits, and a file named again is kept. */
export async function removeLooseFiles(removal: LooseRemoval, report: RemovalReport): Promise<void> {
  let taken: number;
  do {
    removal.signal.throwIfAborted();
    taken = await removeBatch(removal, report);
  } while (taken === BATCH);
}

/** Removes announced files of failed work, unless a row names them by now. */
export async function removeAnnounced(
  { db, storages }: Pick<LooseRemoval, 'db' | 'storages'>,
  files: readonly LyingFile[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const held = await lockAnnounced(tx, files);
    const named = await selectNamedFiles(tx, held);
    const unnamed = held.filter((file) => !named.has(nameOf(file)));
    for (const { place, key } of unnamed) await storages.at(place).remove(key);
    await deleteLooseFiles(tx, unnamed);
  });
}

function removeBatch(
  { db, storages, now, graceMs = GRACE_MS }: LooseRemoval,
  report: RemovalReport,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const files = await lockLooseFiles(tx, {
      places: storages.all.map(({ place }) => place),
      leftBefore: new Date(now.getTime() - graceMs),
      announcedBefore: new Date(now.getTime() - (graceMs === 0 ? 0 : COMING_MS)),
      limit: BATCH,
    });
    const named = await selectNamedFiles(tx, files);
    const stuck: LooseFile[] = [];
    for (const file of files) {
      if (named.has(nameOf(file))) continue;
      const isRemoved = await removeCounted(file, report, (key) => storages.at(file.place).remove(key));
      if (!isRemoved) stuck.push(file);
    }
    await deleteLooseFiles(
      tx,
      files.filter((file) => !stuck.includes(file)),
    );
    await postponeLooseFiles(tx, stuck);
    return files.length;
  });
}

/** Counts the removed file; false if removing fails, which becomes a fault. */
export async function removeCounted(
  { place, key, sizeBytes }: LooseFile,
  report: RemovalReport,
  remove: (key: string) => Promise<unknown>,
): Promise<boolean> {
  try {
    await remove(key);
    report.filesRemoved += 1;
    report.bytesFreed += sizeBytes ?? 0;
    return true;
  } catch (error) {
    report.faults.push(`${place}: ${key}: ${errorMessage(error)}`);
    return false;
  }
}
