import type { Db } from '../../../kernel/db/pool.ts';
import { lockCase, putTargets } from '../case-queries.ts';
import { selectWaiting } from './proposal-queries.ts';
import { voidWaiting } from './proposals.ts';

/**
 * Lets cases name the video that has come in place of a deleted one. What waits for a second administrator in them is
 * void: it was proposed about less.
 */
export async function giveTargets(
  tx: Db,
  targets: readonly { caseId: string; position: number }[],
  videoId: string,
  now = new Date(),
): Promise<void> {
  if (targets.length === 0) return;
  for (const caseId of await putTargets(tx, targets, videoId)) {
    // The log's end stays locked until the transaction is over, so only where there is something to tell.
    const caseRow = (await selectWaiting(tx, caseId)) && (await lockCase(tx, caseId));
    if (caseRow) await voidWaiting(tx, caseRow, now);
  }
}
