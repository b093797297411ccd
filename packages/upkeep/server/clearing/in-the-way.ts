import type { Db } from '@vesper/core/db/pool.ts';
import { forgetDeletedVideos } from '@vesper/intake/ledger';
import { deleteWithMerged, lockWithMerged } from '@vesper/library/videos';
import {
  isDeletable,
  lockOpenTargets,
  type OpenTarget,
  selectClearedAmong,
  selectClearedAt,
  selectClearedTwins,
} from './queries.ts';

/** Deletes a cleared video at an address. Returns the open cases that name it, for `giveTargets`. */
export async function deleteClearedAt(tx: Db, hash: Buffer): Promise<OpenTarget[]> {
  return deleteInTheWay(tx, await selectClearedAt(tx, hash));
}

export async function deleteClearedTwin(tx: Db, id: string, externalId: string): Promise<OpenTarget[]> {
  return deleteInTheWay(tx, await selectClearedTwins(tx, id, externalId));
}

/** For many videos of a source: returns the open cases by the hex of the address's hash. */
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

/** Once no open case names it: nothing else will. Locks the video first, so that a new clearing sees the decision. */
export async function deleteIfCleared(tx: Db, id: string): Promise<void> {
  await lockWithMerged(tx, [id]);
  if (await isDeletable(tx, id)) await forgetDeletedVideos(tx, await deleteWithMerged(tx, [id]));
}

async function deleteInTheWay(tx: Db, ids: readonly string[]): Promise<OpenTarget[]> {
  if (ids.length === 0) return [];
  // Cases before videos, like decisions.
  await lockOpenTargets(tx, ids);
  await lockWithMerged(tx, ids);
  // Again: a case being opened may have committed before the videos were locked.
  const targets = await lockOpenTargets(tx, ids);
  await forgetDeletedVideos(tx, await deleteWithMerged(tx, ids));
  return targets;
}
