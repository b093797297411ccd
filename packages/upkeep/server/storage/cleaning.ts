import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { selectOpenIds } from '@vesper/intake/downloads';
import { type CleaningReport, cleanStorage } from '@vesper/library/media';
import { deleteAbandonedVideos } from '@vesper/library/videos';
import { selectJobsUnderWay } from '../media-jobs/index.ts';

export interface Cleaning {
  db: Db;
  clock: Clock;
  storages: Storages;
  workDirectory: string;
  config: { quarantineDays: number };
}

/** In processing for this long without a job. */
const ABANDONED_MS = 24 * 3600 * 1000;

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
