import type { Db } from '@vesper/core/db/pool.ts';
import { type LeaseLoop, type LeaseTiming, startLeaseLoop } from '@vesper/core/jobs/lease-loop.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { type RemovalReport, removeCounted } from './loose-files.ts';
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
/** A video that is shown again plays within about a second. */
const TIMING: LeaseTiming = { pollMs: 1_000, renewMs: 5_000, leaseMs: 30_000 };
const VIDEOS_AT_ONCE = 2;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 600_000;
const BATCH = 100;

export interface QuarantineDeps {
  db: Db;
  storages: Storages;
}

/** Triggers queue the work when a video is removed, hidden for a notice, or shown again. */
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

/** Moves a video's files to where its status requires. Safe to interrupt. */
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
  // A row may name it again by now.
  if (await isInUse(db, file)) await storage.release(file.key);
}

/** Releases a file that an interrupted worker left in quarantine. True if it is in place now. */
export async function releaseStray({ db, storages }: QuarantineDeps, file: LyingFile): Promise<boolean> {
  return (await isInUse(db, file)) && storages.at(file.place).release(file.key);
}

/** Also unmarks a missing file, so that the check for missing files downloads it again. */
async function putBack({ db, storages }: QuarantineDeps, videoId: string, file: LyingFile): Promise<void> {
  await storages.at(file.place).release(file.key);
  await unmark(db, videoId, file);
}

/** The row goes first: if the process dies in between, cleaning removes the unnamed file. */
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
  file: LooseFile,
  report: RemovalReport,
): Promise<void> {
  // Another video, removed later, may share it.
  if ((await selectKeysInRows(db, file.place, [file.key])).size > 0) return;
  await removeCounted(file, report, (key) => storages.at(file.place).removeQuarantined(key));
}
