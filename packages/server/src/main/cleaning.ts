import { selectOpenIds } from '../intake/downloads/index.ts';
import { type CleaningReport, cleanStorage } from '../library/media/index.ts';
import { deleteAbandonedVideos } from '../library/videos/index.ts';
import { selectJobsUnderWay } from '../upkeep/media-jobs/index.ts';
import { type Base, workDirectory } from './compose.ts';

/** A video that is in processing for longer than this without a job behind it is abandoned. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** Removes abandoned videos, and the files and work folders that nothing names. */
export async function cleanNow(base: Base, signal: AbortSignal, minAgeMs?: number): Promise<CleaningReport> {
  const { config, db, storages, clock } = base;
  await deleteAbandonedVideos(db, new Date(clock.now().getTime() - ABANDONED_MS));
  return cleanStorage({
    db,
    storages,
    workDirectory: workDirectory(base),
    openJobs: async (ids) =>
      new Set([...(await selectOpenIds(db, ids)), ...(await selectJobsUnderWay(db, ids))]),
    quarantineDays: config.quarantineDays,
    now: clock.now(),
    signal,
    minAgeMs,
  });
}
