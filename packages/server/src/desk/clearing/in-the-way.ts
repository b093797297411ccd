import { forgetDeletedVideos } from '../../intake/ledger/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { deleteWithMerged, lockWithMerged } from '../../library/videos/index.ts';
import {
  isDeletable,
  lockOpenTargets,
  type OpenTarget,
  selectClearedAmong,
  selectClearedAt,
  selectClearedTwins,
} from './queries.ts';

/**
 * Deletes a cleared video that still occupies an address. Returns what open cases name by it, which now is the new
 * video (`giveTargets`).
 */
export async function deleteClearedAt(tx: Db, hash: Buffer): Promise<OpenTarget[]> {
  return deleteInTheWay(tx, await selectClearedAt(tx, hash));
}

/** The same by the source's id for a video about to be published. */
export async function deleteClearedTwin(tx: Db, id: string, externalId: string): Promise<OpenTarget[]> {
  return deleteInTheWay(tx, await selectClearedTwins(tx, id, externalId));
}

/**
 * The same for many videos of a source about to be published, by their addresses and the source's ids. Returns
 * what open cases name, by the hex of the address's hash.
 */
export async function deleteClearedAmong(
  tx: Db,
  sourceId: string,
  lines: readonly { hash: Buffer; externalId: string | null }[],
): Promise<Map<string, OpenTarget[]>> {
  const targets = new Map<string, OpenTarget[]>();
  for (const { id, hash } of await selectClearedAmong(tx, sourceId, lines)) {
    const given = await deleteInTheWay(tx, [id]);
    const key = hash.toString('hex');
    if (given.length > 0) targets.set(key, [...(targets.get(key) ?? []), ...given]);
  }
  return targets;
}

/**
 * Deletes a video that was cleared while a case about it was open, once none is: nothing else will. Locks it
 * first, so that a clearing that begins meanwhile sees the decision.
 */
export async function deleteIfCleared(tx: Db, id: string): Promise<void> {
  await lockWithMerged(tx, [id]);
  if (await isDeletable(tx, id)) await forgetDeletedVideos(tx, await deleteWithMerged(tx, [id]));
}

async function deleteInTheWay(tx: Db, ids: readonly string[]): Promise<OpenTarget[]> {
  if (ids.length === 0) return [];
  // Cases before videos, in the same order as decisions about them.
  await lockOpenTargets(tx, ids);
  await lockWithMerged(tx, ids);
  // Again, now that the videos are locked: a case being opened has committed.
  const targets = await lockOpenTargets(tx, ids);
  await forgetDeletedVideos(tx, await deleteWithMerged(tx, ids));
  return targets;
}
