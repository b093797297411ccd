import type { LibraryCleared } from '@vesper/contract';
import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { collisionOf, transaction } from '@vesper/core/db/transaction.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { endDownloadsUnderWay } from '@vesper/intake/downloads';
import { forgetFiles } from '@vesper/intake/manners';
import { countClearable, lockLibrary } from '@vesper/library/videos';
import { deleteClearedJob } from './jobs.ts';
import {
  advanceClearing,
  beginGeneration,
  deleteCleared,
  hasOpenClearing,
  lockOpenClearing,
  selectBatch,
} from './queries.ts';

const BATCH = 500;
const UNTIL_FREE = { retry: ['lock_timeout', 'deadlock'], mostTries: 30, longestPauseMs: 500 } as const;
const BUSY = 'The library is too busy. Please try again.';
const ENDED = 'All videos were cleared while this one was being downloaded.';

export interface ClearingDeps {
  db: Db;
  queue: Queue;
  /** Tables to truncate, as declared by their owners. */
  emptied: readonly string[];
}

/**
 * Empties all lists, counts, pages, media and searches in one short transaction
 * (docs/decisions/0027-managing-videos.md); a job deletes the rows and files. Removed and taken down videos, and
 * waiting downloads, stay. Throws unavailable if others write without pause.
 */
export async function clearLibrary(
  { db, queue, emptied }: ClearingDeps,
  orderedBy: string,
): Promise<LibraryCleared> {
  const clear = async (tx: Db) => {
    // Lock order of a publishing worker.
    await endDownloadsUnderWay(tx, ENDED);
    await lockLibrary(tx);
    // No area may act on a video of the former generation.
    await takeLock(tx, 'outbox');
    const videos = await countClearable(tx);
    await beginGeneration(tx, { videos, orderedBy, emptied });
    // The next crawl must not be told that list files are unchanged.
    await forgetFiles(tx);
    await queue.send(tx, deleteClearedJob, {});
    return videos;
  };
  const count = await transaction(db, clear, UNTIL_FREE).catch((error: unknown) => {
    const isBusy = UNTIL_FREE.retry.some((one) => one === collisionOf(error));
    throw isBusy ? new AppError('unavailable', BUSY) : error;
  });
  return { message: clearedMessage(count), count };
}

function clearedMessage(count: number): string {
  if (count === 0) return 'There were no videos to clear.';
  const what = count === 1 ? 'One video was' : `All ${count.toLocaleString('en')} videos were`;
  return `${what} cleared. Their files will be deleted within two hours.`;
}

/** Safe to interrupt. */
export async function deleteAllCleared(db: Db, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while (await deleteBatch(db));
}

/** Deletes one batch with its progress, in one transaction. False at the end. */
export function deleteBatch(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const clearing = await lockOpenClearing(tx);
    if (!clearing) return false;
    const ids = await selectBatch(tx, clearing.cursor, BATCH);
    const deleted = ids.length > 0 ? await deleteCleared(tx, ids, clearing.generation) : 0;
    await advanceClearing(tx, clearing, { lastId: ids.at(-1), deleted });
    return true;
  });
}

export async function requeueDeleting({ db, queue }: Omit<ClearingDeps, 'emptied'>): Promise<void> {
  if (await hasOpenClearing(db)) await queue.send(db, deleteClearedJob, {});
}
