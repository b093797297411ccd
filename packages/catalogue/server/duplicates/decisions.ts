import type { DuplicateOutcome } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { lockMerges } from '@vesper/library/videos';
import type { Finding } from './findings.ts';
import { type MergeDeps, mergeInTransaction } from './merge.ts';
import { type DecisionRow, insertDecision, lockDecision, updateOutcome } from './queries.ts';

export interface Candidate {
  jobId: string;
  sourceUrl: string;
  addressHash: Buffer;
  title: string;
}

export async function recordFinding(
  db: Db,
  candidate: Candidate,
  { finding, videoId }: { finding: Finding; videoId: string | null },
): Promise<void> {
  await insertDecision(db, {
    job_id: candidate.jobId,
    source_url: candidate.sourceUrl,
    source_url_hash: candidate.addressHash,
    title: candidate.title,
    video_id: videoId,
    existing_video_id: finding.existing.id,
    test: finding.test,
    reason: finding.reason,
    outcome: finding.isSure ? 'skipped' : 'suspected',
  });
}

/** A video skipped for its likeness may be kept: its address can be queued again. Throws not_found, conflict. */
export async function decideDuplicate(
  merging: MergeDeps,
  id: string,
  { outcome, stays, by }: { outcome: 'merge' | 'keep'; stays: 'existing' | 'new'; by: string },
): Promise<{ before: string; outcome: DuplicateOutcome; videoId: string | null }> {
  const now = merging.clock.now();
  return merging.db.transaction().execute(async (tx) => {
    // First, like every merge, to avoid deadlocks.
    await lockMerges(tx);
    const decision = await lockDecision(tx, id);
    if (!decision) throw new AppError('not_found', 'This decision does not exist.');
    if (outcome === 'keep') {
      refuseKeeping(decision);
      await updateOutcome(tx, decision.id, { outcome: 'kept', by, now });
      return { before: decision.outcome, outcome: 'kept', videoId: decision.video_id };
    }
    const { fromId, toId } = pairToMerge(decision, stays);
    await mergeInTransaction(tx, merging, { fromId, toId, by });
    await updateOutcome(tx, decision.id, { outcome: 'merged', by, now });
    return { before: decision.outcome, outcome: 'merged', videoId: toId };
  });
}

function refuseKeeping(decision: DecisionRow): void {
  const { outcome, test } = decision;
  if (outcome === 'suspected' || (outcome === 'skipped' && test === 'likeness')) return;
  if (outcome === 'skipped')
    throw new AppError('conflict', 'This is certainly the same video: its address, ID or file is known.');
  throw new AppError('conflict', alreadyDecidedMessage(decision));
}

function pairToMerge(decision: DecisionRow, stays: 'existing' | 'new'): { fromId: string; toId: string } {
  const { outcome, video_id: newId, existing_video_id: existingId } = decision;
  if (outcome === 'skipped')
    throw new AppError('conflict', 'This video was never published: there is nothing to merge.');
  if (outcome !== 'suspected') throw new AppError('conflict', alreadyDecidedMessage(decision));
  if (newId === null || existingId === null) throw new AppError('conflict', 'One of the two videos is gone.');
  return stays === 'new' ? { fromId: existingId, toId: newId } : { fromId: newId, toId: existingId };
}

function alreadyDecidedMessage(decision: DecisionRow): string {
  const { decided_by: by, decided_at: at } = decision;
  return `Another decision came first: ${outcomeText(decision)} by ${by} at ${formatMoment(at)}.`;
}

function outcomeText({ outcome, video_id: newId }: DecisionRow): string {
  if (outcome === 'merged') return 'the two videos were merged';
  // A skipped one has no video.
  return newId === null ? 'the address was allowed' : 'both videos were kept';
}
