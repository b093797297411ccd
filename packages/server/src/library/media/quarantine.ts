import type { Db } from '../../kernel/db/pool.ts';
import { type LeaseLoop, type LeaseTiming, startLeaseLoop } from '../../kernel/jobs/lease-loop.ts';
import { errorMessage } from '../../kernel/lib/app-error.ts';
import type { Log } from '../../kernel/lib/log.ts';
import type { Storages } from '../../kernel/storage/storage.ts';
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
/** A video is shown again within a second or so where its files lie in a folder. */
const TIMING: LeaseTiming = { pollMs: 1_000, renewMs: 5_000, leaseMs: 30_000 };
const VIDEOS_AT_ONCE = 2;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;
/** Rows that are forgotten in one statement. */
const BATCH = 100;

export interface QuarantineDeps {
  db: Db;
  storages: Storages;
}

/**
 * Puts the files of videos aside that were removed, or hidden because of a notice, and back when they are shown
 * again. What there is to do is written by triggers, with the change of the video.
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
    { concurrency: VIDEOS_AT_ONCE, timing: times, log },
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
      log.warn({ err: error, videoId: lease.videoId }, 'Files could not be put into quarantine, or back.');
  }
}

/** Puts a video's files where its status wants them. May be broken off at any point and begun again. */
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
  // It may have come into use while it was put aside, by a hand that found it in its place still.
  if (await isInUse(db, file)) await storage.release(file.key);
}

/**
 * Puts a file back that lies in quarantine though its row does not say so: a worker was broken off in an unlucky
 * moment. True if the file is in its place now.
 */
export async function releaseStray({ db, storages }: QuarantineDeps, file: LyingFile): Promise<boolean> {
  return (await isInUse(db, file)) && storages.at(file.place).release(file.key);
}

/** A file that is nowhere is unmarked too: whoever looks for missing files brings it again. */
async function putBack({ db, storages }: QuarantineDeps, videoId: string, file: LyingFile): Promise<void> {
  await storages.at(file.place).release(file.key);
  await unmark(db, videoId, file);
}

/**
 * Removes for good what has been in quarantine for so many days. The row goes first: a file that is left by a crash
 * is named by nobody, and so the cleaning removes it.
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
  // Another video that was taken off later may share it.
  if ((await selectKeysInRows(db, place, [key])).size > 0) return;
  try {
    await storages.at(place).removeQuarantined(key);
    report.filesRemoved += 1;
    report.bytesFreed += sizeBytes ?? 0;
  } catch (error) {
    report.faults.push(`${place}: ${key}: ${errorMessage(error)}`);
  }
}
