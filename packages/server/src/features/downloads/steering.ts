import type { DownloadErrorClass } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { isAddressBlocked, REMOVED_BY_NOTICE } from '../block-list/index.ts';
import { forgetFiles } from '../manners/index.ts';
import { discardVideos, findVideoByAddress } from '../videos/index.ts';
import { BY_HAND_PRIORITY, IN_LIBRARY, IN_QUEUE } from './download-jobs.ts';
import { type DownloadJobRow, selectDownload } from './download-queries.ts';
import {
  cancelOpen,
  deletePendingStretch,
  reopenFailed,
  reopenFailedStretch,
  returnAllProcessing,
  selectLastPosition,
} from './steering-queries.ts';

const STRETCH = 1_000;
/** So many failed jobs are looked at in one call. */
const MOST_STRETCHES = 10;
const UNIQUE_VIOLATION = '23505';

/** Ends an open download. Doing it twice is as good as once; one that has ended by itself is a conflict. */
export async function cancelDownload(db: Db, id: string): Promise<DownloadJobRow> {
  const cancelled = await db.transaction().execute(async (tx) => {
    const job = await cancelOpen(tx, id);
    if (job) await discardVideos(tx, [job.source_url_hash]);
    return job;
  });
  const job = cancelled ?? (await requireDownload(db, id));
  if (!job.cancelled_at) throw new AppError('conflict', 'This download has ended already.');
  return job;
}

/** Puts a failed download back into the queue, before others. One that is open already stays as it is. */
export async function retryDownload(db: Db, id: string): Promise<DownloadJobRow> {
  const reopened = await ignoreTwins(reopenFailed(db, id, BY_HAND_PRIORITY));
  if (reopened) return reopened;
  const job = await requireDownload(db, id);
  if (job.status === 'pending' || job.status === 'processing') return job;
  if (job.status === 'completed') throw new AppError('conflict', 'This download was completed.');
  if (await isAddressBlocked(db, job.source_url_hash)) throw new AppError('conflict', REMOVED_BY_NOTICE);
  const video = await findVideoByAddress(db, job.source_url_hash);
  throw new AppError('conflict', video ? IN_LIBRARY : IN_QUEUE);
}

/**
 * Puts failed downloads back into the queue, those of one class of errors or all, the latest first. Cancelled
 * ones stay, and those whose address has a video or waits already.
 */
export async function retryFailedDownloads(
  db: Db,
  errorClass: DownloadErrorClass | undefined,
): Promise<number> {
  let count = 0;
  let before: number | null = Number.MAX_SAFE_INTEGER;
  for (let stretch = 0; before !== null && stretch < MOST_STRETCHES; stretch += 1) {
    const part = { errorClass: errorClass ?? null, before, limit: STRETCH };
    // Another may have queued one of the addresses in between: then the stretch is looked at once more.
    const done: { count: number; next: number | null } =
      (await ignoreTwins(reopenFailedStretch(db, part))) ?? (await reopenFailedStretch(db, part));
    count += done.count;
    before = done.next;
  }
  return count;
}

/** Deletes what waits now, with the videos that were begun for it; what is added meanwhile stays. */
export async function clearPending(db: Db): Promise<number> {
  const upTo = await selectLastPosition(db);
  let count = 0;
  for (;;) {
    const deleted = await db.transaction().execute(async (tx) => {
      const jobs = await deletePendingStretch(tx, { upTo, limit: STRETCH });
      const hashes = jobs.map(({ hash }) => hash);
      if (hashes.length > 0) await discardVideos(tx, hashes);
      // A crawl may take them again: it must not be told that the files which name them have not changed.
      for (const id of new Set(jobs.map(({ sourceId }) => sourceId).sort()))
        if (id) await forgetFiles(tx, id);
      return jobs.length;
    });
    count += deleted;
    if (deleted < STRETCH) return count;
  }
}

/** Puts everything under way back into the queue; a worker that still lives lets go of it. */
export function resetStuck(db: Db): Promise<number> {
  return returnAllProcessing(db);
}

async function requireDownload(db: Db, id: string): Promise<DownloadJobRow> {
  const job = await selectDownload(db, id);
  if (!job) throw new AppError('not_found', 'There is no such download.');
  return job;
}

/** Undefined where an address has come to have another open job at this very moment. */
async function ignoreTwins<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}
