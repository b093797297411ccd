import { forgetDeletedVideos } from '../../intake/ledger/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { deleteWithMerged, lockWithMerged } from '../../library/videos/index.ts';
import {
  isDeletable,
  lockPendingNotices,
  selectClearedAmong,
  selectClearedAt,
  selectClearedTwins,
} from './in-the-way-queries.ts';

/**
 * Deletes a cleared video that still occupies an address. Returns the pending notices about it, which now concern the
 * new video (`giveNotices`).
 */
export async function deleteClearedAt(tx: Db, hash: Buffer): Promise<string[]> {
  return deleteInTheWay(tx, await selectClearedAt(tx, hash));
}

/** The same by the source's id for a video about to be published. */
export async function deleteClearedTwin(tx: Db, id: string, externalId: string): Promise<string[]> {
  return deleteInTheWay(tx, await selectClearedTwins(tx, id, externalId));
}

/**
 * The same for many videos of a source about to be published, by their addresses and the source's ids. Returns the
 * pending notices, by the hex of the address's hash.
 */
export async function deleteClearedAmong(
  tx: Db,
  sourceId: string,
  lines: readonly { hash: Buffer; externalId: string | null }[],
): Promise<Map<string, string[]>> {
  const notices = new Map<string, string[]>();
  for (const { id, hash } of await selectClearedAmong(tx, sourceId, lines)) {
    const given = await deleteInTheWay(tx, [id]);
    const key = hash.toString('hex');
    if (given.length > 0) notices.set(key, [...(notices.get(key) ?? []), ...given]);
  }
  return notices;
}

/**
 * Deletes a video that was cleared while a notice about it was pending, once none is: nothing else will. Locks it
 * first, so that a clearing that begins meanwhile sees the decision.
 */
export async function deleteIfCleared(tx: Db, id: string): Promise<void> {
  await lockWithMerged(tx, [id]);
  if (await isDeletable(tx, id)) await forgetDeletedVideos(tx, await deleteWithMerged(tx, [id]));
}

async function deleteInTheWay(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // Notices before videos, in the same order as decisions about them.
  await lockPendingNotices(tx, ids);
  await lockWithMerged(tx, ids);
  // Again, now that the videos are locked: a notice being filed has committed.
  const notices = await lockPendingNotices(tx, ids);
  await forgetDeletedVideos(tx, await deleteWithMerged(tx, ids));
  return notices;
}
