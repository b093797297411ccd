import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { discardVideos, findVideoByAddress, resumeBringing } from '../../library/videos/index.ts';
import { blockedMessage, selectAddressBlock } from '../block-list/index.ts';
import { forgetFiles } from '../manners/index.ts';
import {
  type ClearingRow,
  endClearing,
  forgetClearings,
  insertClearing,
  markUndone,
  moveOutPending,
  putBack,
} from './clearing-queries.ts';
import { BY_HAND_PRIORITY, IN_LIBRARY, IN_QUEUE } from './download-jobs.ts';
import { type DownloadJobRow, selectDownload } from './download-queries.ts';
import {
  cancelOpen,
  cancelOpenOf,
  cancelPendingStretch,
  type FailedJobs,
  moveUpPending,
  reopenFailed,
  reopenFailedOf,
  reopenFailedStretch,
  returnProcessing,
  selectLastPosition,
} from './steering-queries.ts';

const STRETCH = 1_000;
/** So many failed jobs are looked at in one call. */
const MOST_STRETCHES = 10;
/** An address may come to have another open job at this very moment: then its jobs are looked at once more. */
const PAST_TWINS = { retry: ['unique'] } as const;
/** What is to be the next goes before what was asked for by hand. */
const NEXT_PRIORITY = BY_HAND_PRIORITY + 10;

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

/** Puts a failed download back into the queue, before others. Throws conflict where it has not failed, or not any more. */
export async function retryDownload(db: Db, id: string): Promise<DownloadJobRow> {
  const reopened = await transaction(db, (tx) => reopenFailed(tx, id, BY_HAND_PRIORITY), PAST_TWINS);
  if (reopened) return reopened;
  const job = await requireDownload(db, id);
  if (job.status !== 'failed') throw new AppError('conflict', REFUSED_RETRY[job.status] ?? '');
  const block = await selectAddressBlock(db, job.source_url_hash);
  if (block) throw new AppError('conflict', blockedMessage(block));
  const video = await findVideoByAddress(db, job.source_url_hash);
  throw new AppError('conflict', video ? IN_LIBRARY : IN_QUEUE);
}

const REFUSED_RETRY: Record<string, string> = {
  pending: 'This download waits in the queue already.',
  processing: 'This download is under way already.',
  completed: 'This download was completed.',
};

/** Puts a waiting download before all others, and ends its pause. Throws conflict where it does not wait any more. */
export async function moveUpDownload(db: Db, id: string): Promise<DownloadJobRow> {
  const moved = await moveUpPending(db, id, NEXT_PRIORITY);
  if (moved) return moved;
  const { status } = await requireDownload(db, id);
  const sentence = status === 'processing' ? 'under way already' : 'not waiting: it has ended';
  throw new AppError('conflict', `This download is ${sentence}.`);
}

/**
 * Puts failed downloads back into the queue, those of one class of errors, of a lane, of a run, or all, the latest
 * first. Cancelled ones stay, and those whose address has a video or waits already.
 */
export async function retryFailedDownloads(db: Db, failed: FailedJobs): Promise<number> {
  let count = 0;
  let before: number | null = Number.MAX_SAFE_INTEGER;
  for (let stretch = 0; before !== null && stretch < MOST_STRETCHES; stretch += 1) {
    const part = { ...failed, before, limit: STRETCH };
    const done: { count: number; next: number | null } = await transaction(
      db,
      (tx) => reopenFailedStretch(tx, part),
      PAST_TWINS,
    );
    count += done.count;
    before = done.next;
  }
  return count;
}

/** Puts chosen downloads back into the queue, cancelled ones too; how many. Throws conflict where it is none. */
export async function retryChosen(db: Db, ids: readonly string[]): Promise<number> {
  const count = await transaction(db, (tx) => reopenFailedOf(tx, ids), PAST_TWINS);
  if (count === 0)
    throw new AppError(
      'conflict',
      'None of these downloads can be tried again: none has failed, or not any more.',
    );
  return count;
}

/** Ends those of the chosen downloads that are open; how many. Throws conflict where it is none. */
export async function cancelChosen(db: Db, ids: readonly string[]): Promise<number> {
  const count = await cancelled(db, (tx) => cancelOpenOf(tx, ids));
  if (count === 0)
    throw new AppError('conflict', 'None of these downloads can be cancelled: all have ended already.');
  return count;
}

/** Ends what waits now of a lane: a source's, or what was added by hand. */
export async function cancelPendingOfLane(db: Db, lane: string): Promise<number> {
  const upTo = await selectLastPosition(db);
  let count = 0;
  for (;;) {
    const ended = await cancelled(db, (tx) => cancelPendingStretch(tx, { lane, upTo, limit: STRETCH }));
    count += ended;
    if (ended < STRETCH) return count;
  }
}

/** One transaction with the videos that were begun for them. */
function cancelled(db: Db, cancel: (tx: Db) => Promise<DownloadJobRow[]>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const jobs = await cancel(tx);
    if (jobs.length > 0)
      await discardVideos(
        tx,
        jobs.map((job) => job.source_url_hash),
      );
    return jobs.length;
  });
}

/**
 * Takes what waits out of the queue, with the videos that were begun for it; what is added meanwhile stays. Undefined
 * where nothing waited. Killed half-way it can be undone as far as it came.
 */
export async function clearPending(db: Db): Promise<ClearingRow | undefined> {
  await forgetClearings(db);
  const upTo = await selectLastPosition(db);
  const id = await insertClearing(db);
  for (;;) {
    const cleared = await db.transaction().execute(async (tx) => {
      const { hashes, sourceIds } = await moveOutPending(tx, { id, upTo, limit: STRETCH });
      if (hashes.length > 0) await discardVideos(tx, hashes);
      // A crawl may take them again: it must not be told that the files which name them have not changed.
      for (const sourceId of sourceIds) await forgetFiles(tx, sourceId);
      return hashes.length;
    });
    if (cleared < STRETCH) return endClearing(db, id);
  }
}

/** Puts what was cleared back into its places; `count` of the `cleared`. Throws conflict where that is over. */
export async function undoClearing(db: Db, id: string): Promise<{ count: number; cleared: number }> {
  return db.transaction().execute(async (tx) => {
    const clearing = await markUndone(tx, id);
    if (!clearing) throw new AppError('conflict', 'This was undone already, or its hour is over.');
    const hashes = await putBack(tx, clearing);
    await resumeBringing(tx, hashes);
    return { count: hashes.length, cleared: clearing.jobs };
  });
}

/** Puts everything under way back into the queue, or only what stands still; a worker that still lives lets go of it. */
export function resetStuck(db: Db, { keepMoving = false }: { keepMoving?: boolean } = {}): Promise<number> {
  return returnProcessing(db, { keepMoving });
}

async function requireDownload(db: Db, id: string): Promise<DownloadJobRow> {
  const job = await selectDownload(db, id);
  if (!job) throw new AppError('not_found', 'There is no such download.');
  return job;
}
