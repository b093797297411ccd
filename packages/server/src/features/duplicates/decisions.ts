import type { DuplicateOutcome } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { lockMerges } from '../videos/index.ts';
import type { Finding } from './findings.ts';
import { type Merging, mergeInTransaction } from './merge.ts';
import { type DecisionRow, insertDecision, lockDecision, updateOutcome } from './queries.ts';

/** Who brought what a decision is about. */
export interface Brought {
  jobId: string;
  sourceUrl: string;
  addressHash: Buffer;
  title: string;
}

/** Stores what the engine found: skipped if that is sure, else suspected, of the video that was published. */
export async function recordFinding(
  db: Db,
  brought: Brought,
  { finding, videoId }: { finding: Finding; videoId: string | null },
): Promise<void> {
  await insertDecision(db, {
    job_id: brought.jobId,
    source_url: brought.sourceUrl,
    source_url_hash: brought.addressHash,
    title: brought.title,
    video_id: videoId,
    existing_video_id: finding.existing.id,
    test: finding.test,
    reason: finding.reason,
    outcome: finding.isSure ? 'skipped' : 'suspected',
  });
}

/**
 * An administrator's word. A suspected duplicate is merged into the video that was there first, or kept beside it.
 * One that was skipped for its likeness alone may be kept: its address can be queued again then. Throws not_found, or
 * conflict where there is nothing to decide any more.
 */
export async function decideDuplicate(
  merging: Merging,
  id: string,
  { outcome, by }: { outcome: 'merge' | 'keep'; by: string },
): Promise<{ outcome: DuplicateOutcome; videoId: string | null }> {
  const now = merging.clock.now();
  return merging.db.transaction().execute(async (tx) => {
    // First, as every merge does: who decides and who merges must not wait for each other.
    await lockMerges(tx);
    const decision = await lockDecision(tx, id);
    if (!decision) throw new AppError('not_found', 'There is no such decision.');
    if (outcome === 'keep') {
      refuseKeeping(decision);
      await updateOutcome(tx, decision.id, { outcome: 'kept', by, now });
      return { outcome: 'kept', videoId: decision.video_id };
    }
    const { fromId, toId } = pairToMerge(decision);
    await mergeInTransaction(tx, merging, { fromId, toId, by });
    await updateOutcome(tx, decision.id, { outcome: 'merged', by, now });
    return { outcome: 'merged', videoId: toId };
  });
}

function refuseKeeping(decision: DecisionRow): void {
  const { outcome, test } = decision;
  if (outcome === 'suspected' || (outcome === 'skipped' && test === 'likeness')) return;
  if (outcome === 'skipped')
    throw new AppError('conflict', 'This is surely the same video: its address, id or file is known.');
  throw new AppError('conflict', sayDecided(decision));
}

function sayDecided({ outcome, decided_at: at }: DecisionRow): string {
  const what = outcome === 'merged' ? 'the two were merged' : 'both were kept';
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  return `Another decision came first: ${what} at ${when} UTC.`;
}

function pairToMerge(decision: DecisionRow): { fromId: string; toId: string } {
  const { outcome, video_id: fromId, existing_video_id: toId } = decision;
  if (outcome === 'skipped')
    throw new AppError('conflict', 'This video was never published: there is nothing to merge.');
  if (outcome !== 'suspected') throw new AppError('conflict', sayDecided(decision));
  if (fromId === null || toId === null) throw new AppError('conflict', 'One of the two videos is gone.');
  return { fromId, toId };
}
