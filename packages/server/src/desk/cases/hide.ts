import { recordSystemEvent } from '../../access/audit/index.ts';
import { releaseBlocks } from '../../intake/block-list/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { type CaseRow, selectTargetVideos, updateCase } from './case-queries.ts';
import { takeOff } from './take-off.ts';

/**
 * Takes what an open, locked case names off the site before it is decided, also what it has come to name since; a denial
 * brings it back. One that names only what is off already hides nothing. Hold the lock of merges. The audit log's entry
 * is its last statement.
 */
export async function hideTargets(tx: Db, kase: CaseRow, now: Date): Promise<CaseRow> {
  const videoIds = kase.is_open ? await selectTargetVideos(tx, kase.id) : [];
  if (videoIds.length === 0) return kase;
  const { isTaken } = await takeOff(tx, { kase, videoIds, strikes: false, now });
  if (!isTaken) {
    // All of it is off because of others, who block it, too.
    if (!kase.hidden_at) await releaseBlocks(tx, kase.id);
    return kase;
  }
  const hidden = await updateCase(tx, kase.id, { hidden_at: kase.hidden_at ?? now });
  await recordSystemEvent(
    tx,
    { now: () => now },
    { action: 'cases.hide', subject: kase.id, after: { kind: kase.kind, videos: videoIds } },
  );
  return hidden;
}
