import { forgetDeletedVideos } from '../../intake/ledger/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { deleteWithMerged, lockWithMerged } from '../../library/videos/index.ts';
import {
  isDeletable,
  lockPendingNotices,
  selectClearedAt,
  selectClearedTwins,
} from './in-the-way-queries.ts';

/**
 * Deletes what was cleared and is still in the way of a new video of that address. Returns the pending notices about
 * it: they are about the new one (`giveNotices`).
 */
export async function deleteClearedAt(tx: Db, hash: Buffer): Promise<string[]> {
  return deleteInTheWay(tx, await selectClearedAt(tx, hash));
}

/** The same by what the source of a video that is about to be published calls it. */
export async function deleteClearedTwin(tx: Db, id: string, externalId: string): Promise<string[]> {
  return deleteInTheWay(tx, await selectClearedTwins(tx, id, externalId));
}

/**
 * Deletes a video that was cleared while a notice about it waited, once none waits any more: nothing else comes back
 * for it. Locked before it is looked at, so that a clearing which begins meanwhile meets what was decided.
 */
export async function deleteIfCleared(tx: Db, id: string): Promise<void> {
  await lockWithMerged(tx, [id]);
  if (await isDeletable(tx, id)) await forgetDeletedVideos(tx, await deleteWithMerged(tx, [id]));
}

async function deleteInTheWay(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // The notices before the videos, as everyone who decides about one locks them.
  await lockPendingNotices(tx, ids);
  await lockWithMerged(tx, ids);
  // Once more, now that the videos are locked: one that was being filed meanwhile was waited for.
  const notices = await lockPendingNotices(tx, ids);
  await forgetDeletedVideos(tx, await deleteWithMerged(tx, ids));
  return notices;
}
