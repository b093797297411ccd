import type { LibraryCleared } from '@vesper/contract';
import { endDownloadsUnderWay } from '../../intake/downloads/index.ts';
import { forgetFiles } from '../../intake/manners/index.ts';
import { takeLock } from '../../kernel/db/locks.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { collisionOf, transaction } from '../../kernel/db/transaction.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { countClearable, lockLibrary } from '../../library/videos/index.ts';
import { deleteClearedJob } from './jobs.ts';
import {
  advanceClearing,
  beginGeneration,
  deleteCleared,
  hasOpenClearing,
  lockOpenClearing,
  selectBatch,
} from './queries.ts';

/** Rows of videos checked in one transaction, and deleted with everything attached. */
const BATCH = 500;
const UNTIL_FREE = { retry: ['lock_timeout', 'deadlock'], mostTries: 30, longestPauseMs: 500 } as const;
const BUSY = 'The library is too busy. Please try again.';
const ENDED = 'All videos were cleared while this one was being downloaded.';

/** What clearing needs. */
export interface ClearingDeps {
  db: Db;
  queue: Queue;
  /** The tables that it empties at once, as declared by their owners. */
  emptied: readonly string[];
}

/**
 * Clears the whole library in one short transaction: all lists, counts, pages, media and searches are empty at once
 * (docs/decisions/0027-managing-videos.md). A job deletes the rows, and with them the files. Videos that were removed,
 * or taken off by a notice, stay as they are; waiting downloads stay too. Throws unavailable if others write without
 * pause.
 */
export async function clearLibrary(
  { db, queue, emptied }: ClearingDeps,
  orderedBy: string,
): Promise<LibraryCleared> {
  const clear = async (tx: Db) => {
    // In the same order as a worker that publishes.
    await endDownloadsUnderWay(tx, ENDED);
    await lockLibrary(tx);
    // No area follows a video of the former generation meanwhile.
    await takeLock(tx, 'outbox');
    const videos = await countClearable(tx);
    await beginGeneration(tx, { videos, orderedBy, emptied });
    // The next crawl downloads the videos again: it must not be told that the list files have not changed.
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
  return `${what} cleared. Their files follow within two hours.`;
}

/** Deletes the rows of cleared videos, to the end. Safe to interrupt. */
export async function deleteAllCleared(db: Db, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while (await deleteBatch(db));
}

/** Deletes the next rows and records progress, in one transaction. False if there are none. */
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

/** Queues the deletion again if its job was lost. */
export async function requeueDeleting({ db, queue }: Omit<ClearingDeps, 'emptied'>): Promise<void> {
  if (await hasOpenClearing(db)) await queue.send(db, deleteClearedJob, {});
}
