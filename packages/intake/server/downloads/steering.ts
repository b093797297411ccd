import { IN_LIBRARY } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { RETRY_ON_DUPLICATE, retryInBatches, type SteeredQueue } from '@vesper/core/jobs/steering.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { discardVideos, findVideoByAddress, resumeBringing } from '@vesper/library/videos';
import { blockedMessage, selectAddressBlock } from '../block-list/index.ts';
import { forgetFiles } from '../manners/index.ts';
import {
  type ClearingRow,
  type CountReturned,
  endClearing,
  forgetClearings,
  insertClearing,
  markUndone,
  moveOutPending,
  putBack,
} from './clearing-queries.ts';
import { BY_HAND_PRIORITY, IN_QUEUE } from './download-jobs.ts';
import { type DownloadJobRow, selectDownload } from './download-queries.ts';
import {
  cancelOpenOf,
  cancelPendingBatch,
  type FailedJobs,
  moveUpPending,
  reopenFailed,
  reopenFailedBatch,
  reopenFailedOf,
  selectLastPosition,
} from './steering-queries.ts';

const BATCH = 1_000;
/** Limits how many failed jobs one call examines. */
const MOST_BATCHES = 10;
const NEXT_PRIORITY = BY_HAND_PRIORITY + 10;

/** Idempotent; a download that ended by itself is a conflict. */
export async function cancelDownload(tx: Db, id: string): Promise<DownloadJobRow> {
  await cancelWith(tx, cancelOpenOf(tx, [id]));
  const job = await getDownload(tx, id);
  if (!job.cancelled_at) throw new AppError('conflict', 'This download has already ended.');
  return job;
}

/** Requeues at the front. Throws conflict if it has not failed, or no longer is. */
export async function retryDownload(tx: Db, id: string): Promise<DownloadJobRow> {
  const reopened = await reopenFailed(tx, id, BY_HAND_PRIORITY);
  if (reopened) return reopened;
  const job = await getDownload(tx, id);
  if (job.status !== 'failed') throw new AppError('conflict', REFUSED_RETRY[job.status] ?? '');
  const block = await selectAddressBlock(tx, job.source_url_hash);
  if (block) throw new AppError('conflict', blockedMessage(block));
  const video = await findVideoByAddress(tx, job.source_url_hash);
  throw new AppError('conflict', video ? IN_LIBRARY : IN_QUEUE);
}

const REFUSED_RETRY: Record<string, string> = {
  pending: 'This download is already in the queue.',
  processing: 'This download is already in progress.',
  completed: 'This download is already complete.',
};

/** Requeues failed downloads, latest first; skips cancelled ones and addresses that have a video or are queued. */
export function retryFailedDownloads(db: Db, failed: FailedJobs): Promise<number> {
  return retryInBatches(MOST_BATCHES, (before) =>
    transaction(db, (tx) => reopenFailedBatch(tx, { ...failed, before, limit: BATCH }), RETRY_ON_DUPLICATE),
  );
}

/** For a source, or downloads added by hand. */
export async function cancelPendingOfLane(db: Db, lane: string): Promise<number> {
  const upTo = await selectLastPosition(db);
  let count = 0;
  for (;;) {
    const batch = { lane, upTo, limit: BATCH };
    const ended = await db.transaction().execute((tx) => cancelWith(tx, cancelPendingBatch(tx, batch)));
    count += ended;
    if (ended < BATCH) return count;
  }
}

/** Also ends the videos begun for them; returns the number of downloads. */
async function cancelWith(tx: Db, cancelled: Promise<DownloadJobRow[]>): Promise<number> {
  const hashes = (await cancelled).map((job) => job.source_url_hash);
  if (hashes.length > 0) await discardVideos(tx, hashes);
  return hashes.length;
}

/** Keeps what is added meanwhile. Undefined if nothing waited. Can be undone even if killed half-way. */
export async function clearPending(db: Db): Promise<ClearingRow | undefined> {
  await forgetClearings(db);
  const upTo = await selectLastPosition(db);
  const id = await insertClearing(db);
  for (;;) {
    const cleared = await db.transaction().execute(async (tx) => {
      const { hashes, sourceIds } = await moveOutPending(tx, { id, upTo, limit: BATCH });
      if (hashes.length > 0) await discardVideos(tx, hashes);
      // A crawl may queue them again: it must not skip their files as unchanged.
      for (const sourceId of sourceIds) await forgetFiles(tx, sourceId);
      return hashes.length;
    });
    if (cleared < BATCH) return endClearing(db, id);
  }
}

/** Restores `count` of the `cleared`. Throws conflict if it is too late. */
export async function undoClearing(
  db: Db,
  id: string,
  countReturned: CountReturned,
): Promise<{ count: number; cleared: number }> {
  return db.transaction().execute(async (tx) => {
    const clearing = await markUndone(tx, id);
    if (!clearing) throw new AppError('conflict', 'Already undone, or the hour for undoing it has passed.');
    const hashes = await putBack(tx, clearing, countReturned);
    await resumeBringing(tx, hashes);
    return { count: hashes.length, cleared: clearing.jobs };
  });
}

export async function getDownload(db: Db, id: string): Promise<DownloadJobRow> {
  const job = await selectDownload(db, id);
  if (!job) throw new AppError('not_found', 'This download does not exist.');
  return job;
}

export const DOWNLOADS: SteeredQueue<DownloadJobRow> = {
  noun: 'download',
  get: getDownload,
  retry: retryDownload,
  cancel: cancelDownload,
  moveUp: (tx, id) => moveUpPending(tx, id, NEXT_PRIORITY),
  retryChosen: reopenFailedOf,
  cancelChosen: (tx, ids) => cancelWith(tx, cancelOpenOf(tx, ids)),
  audited: auditedDownload,
};

export function auditedDownload({ source_url: sourceUrl, status, priority }: DownloadJobRow) {
  return { sourceUrl, status, priority };
}
