import { selectOpenIds } from '../features/downloads/index.ts';
import { type CleaningReport, cleanStorage } from '../features/media/index.ts';
import { selectJobsUnderWay } from '../features/media-jobs/index.ts';
import { deleteAbandonedVideos, selectNamedKeys } from '../features/videos/index.ts';
import { type Base, workDirectory } from './compose.ts';

/** A video that is in processing for longer than this without a job behind it is abandoned. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** Removes abandoned videos, and the files and work folders that nothing names. */
export function cleanNow(base: Base, signal: AbortSignal, minAgeMs?: number): Promise<CleaningReport> {
  const { db, storages, clock } = base;
  return deleteAbandonedVideos(db, new Date(clock.now().getTime() - ABANDONED_MS)).then(() =>
    cleanStorage(
      {
        storages,
        workDirectory: workDirectory(base),
        namedKeys: (keys) => selectNamedKeys(db, keys),
        openJobs: async (ids) =>
          new Set([...(await selectOpenIds(db, ids)), ...(await selectJobsUnderWay(db, ids))]),
        now: clock.now(),
        signal,
      },
      minAgeMs,
    ),
  );
}
