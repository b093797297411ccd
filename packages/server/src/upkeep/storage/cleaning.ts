import { selectOpenIds } from '../../intake/downloads/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { Storages } from '../../kernel/storage/storage.ts';
import { type CleaningReport, cleanStorage } from '../../library/media/index.ts';
import { deleteAbandonedVideos } from '../../library/videos/index.ts';
import { selectJobsUnderWay } from '../media-jobs/index.ts';

export interface Cleaning {
  db: Db;
  clock: Clock;
  storages: Storages;
  workDirectory: string;
  config: { quarantineDays: number };
}

/** A video that is in processing for longer than this without a job behind it is abandoned. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** Removes abandoned videos, and the files and work folders that nothing names. */
export async function cleanNow(
  { db, clock, storages, workDirectory, config }: Cleaning,
  signal: AbortSignal,
  minAgeMs?: number,
): Promise<CleaningReport> {
  await deleteAbandonedVideos(db, new Date(clock.now().getTime() - ABANDONED_MS));
  return cleanStorage({
    db,
    storages,
    workDirectory,
    openJobs: async (ids) =>
      new Set([...(await selectOpenIds(db, ids)), ...(await selectJobsUnderWay(db, ids))]),
    quarantineDays: config.quarantineDays,
    now: clock.now(),
    signal,
    minAgeMs,
  });
}
