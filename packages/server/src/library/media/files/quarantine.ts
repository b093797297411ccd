import type { Db } from '../../../kernel/db/pool.ts';
import { type LeaseLoop, type LeaseTiming, startLeaseLoop } from '../../../kernel/jobs/lease-loop.ts';
import { errorMessage } from '../../../kernel/lib/app-error.ts';
import type { Log } from '../../../kernel/lib/log.ts';
import type { Storages } from '../../../kernel/storage/storage.ts';
import type { RemovalReport } from './loose-files.ts';
import type { LooseFile, LyingFile } from './loose-queries.ts';
import {
  claimQuarantineWork,
  deleteExpiredFiles,
  endQuarantineWork,
  isInUse,
  markIfUnwanted,
  type QuarantineLease,
  renewQuarantineWork,
  returnQuarantineWork,
  selectKeysInRows,
  selectLyingFiles,
  unmark,
} from './quarantine-queries.ts';

const DAY_MS = 24 * 3600 * 1000;
/** With files in a folder, a video is back within about a second. */
const TIMING: LeaseTiming = { pollMs: 1_000, renewMs: 5_000, leaseMs: 30_000 };
const VIDEOS_AT_ONCE = 2;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;
/** Rows deleted in one statement. */
const BATCH = 100;

export interface QuarantineDeps {
  db: Db;
  storages: Storages;
}

/**
 * Quarantines the files of videos that were removed, or hidden for a notice, and releases them when the videos are
 * shown again. Triggers queue the work when a video changes.
 */
export function startQuarantineWorker(
  { db, storages, log }: QuarantineDeps & { log: Log },
  timing: Partial<LeaseTiming> = {},
): LeaseLoop {
  const times = { ...TIMING, ...timing };
  return startLeaseLoop<QuarantineLease>(
    {
      keyOf: ({ videoId }) => videoId,
      tend: async () => {},
      claim: () => claimQuarantineWork(db, times.leaseMs),
      renew: (lease) => renewQuarantineWork(db, lease, times.leaseMs),
      run: (lease, { signal }) => work({ db, storages, log }, lease, signal),
    },
    { concurrency: () => VIDEOS_AT_ONCE, timing: times, log },
  );
}

async function work(
  { log, ...keeping }: QuarantineDeps & { log: Log },
  lease: QuarantineLease,
  signal: AbortSignal,
): Promise<void> {
  try {
    await settleFiles(keeping, lease.videoId, signal);
    await endQuarantineWork(keeping.db, lease);
  } catch (error) {
    const pauseMs = signal.aborted ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** lease.failures, LONGEST_PAUSE_MS);
    await returnQuarantineWork(keeping.db, lease, pauseMs);
    if (!signal.aborted)
      log.warn({ err: error, videoId: lease.videoId }, 'Files could not be moved into or out of quarantine.');
  }
}

/** Puts a video's files where its status wants them. Safe to interrupt and run again. */
export async function settleFiles(
  keeping: QuarantineDeps,
  videoId: string,
  signal: AbortSignal,
): Promise<void> {
  const isUnwanted = await keeping.db.transaction().execute((tx) => markIfUnwanted(tx, videoId));
  for (const file of await selectLyingFiles(keeping.db, videoId)) {
    signal.throwIfAborted();
    if (isUnwanted) await putAside(keeping, file);
    else await putBack(keeping, videoId, file);
  }
}

async function putAside({ db, storages }: QuarantineDeps, file: LyingFile): Promise<void> {
  const storage = storages.at(file.place);
  if (!(await isInUse(db, file))) await storage.quarantine(file.key);
  // It may have come into use while it was being moved, by someone who still found it in place.
  if (await isInUse(db, file)) await storage.release(file.key);
}

/**
 * Releases a file that is quarantined though its row does not say so: a worker was interrupted. True if the file is in
 * place now.
 */
export async function releaseStray({ db, storages }: QuarantineDeps, file: LyingFile): Promise<boolean> {
  return (await isInUse(db, file)) && storages.at(file.place).release(file.key);
}

/** Unmarks a missing file too: the check for missing files downloads it again. */
async function putBack({ db, storages }: QuarantineDeps, videoId: string, file: LyingFile): Promise<void> {
  await storages.at(file.place).release(file.key);
  await unmark(db, videoId, file);
}

/**
 * Deletes what has been quarantined for that many days. The row goes first: if the process dies in between, cleaning
 * removes the unnamed file.
 */
export async function removeExpired(
  { db, storages }: QuarantineDeps,
  { now, days, signal }: { now: Date; days: number; signal: AbortSignal },
  report: RemovalReport,
): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  let files: LooseFile[];
  do {
    signal.throwIfAborted();
    files = await deleteExpiredFiles(db, before, BATCH);
    for (const file of files) await removeForGood({ db, storages }, file, report);
  } while (files.length === BATCH);
}

async function removeForGood(
  { db, storages }: QuarantineDeps,
  { place, key, sizeBytes }: LooseFile,
  report: RemovalReport,
): Promise<void> {
  // Another video, removed later, may share it.
  if ((await selectKeysInRows(db, place, [key])).size > 0) return;
  try {
    await storages.at(place).removeQuarantined(key);
    report.filesRemoved += 1;
    report.bytesFreed += sizeBytes ?? 0;
  } catch (error) {
    report.faults.push(`${place}: ${key}: ${errorMessage(error)}`);
  }
}
