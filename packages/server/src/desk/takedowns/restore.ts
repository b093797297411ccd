import { moveBlocks, releaseBlocks } from '../../intake/block-list/index.ts';
import { recordUnblocked } from '../../intake/ledger/index.ts';
import { sourceBasisJob } from '../../intake/sources/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { changeHiddenReason, type HiddenReason, lockMerges, showHidden } from '../../library/videos/index.ts';
import { redownload } from '../../upkeep/health/index.ts';
import { lockRequest, type RequestRow, selectOtherApproved, updateRequest } from './request-queries.ts';
import { lockTaken, moveTaken, type TakenRow } from './restore-queries.ts';
import { moveStrike, selectStrikeOf, voidStanding } from './strike-queries.ts';
import type { Takedowns } from './takedowns.ts';

export interface Restoration {
  id: string;
  reason: string;
  /** The administrator's name. */
  by: string;
}

/**
 * Undoes a wrong approval, in one transaction: its videos return to their former state, their blocks are released, and
 * its strike is void. The decision itself stays, with a note. If another approved request is about the same video, that
 * one takes over everything. Returns a sentence. Throws not_found, conflict.
 */
export function restoreRequest(takedowns: Takedowns, restoration: Restoration): Promise<string> {
  // It writes to rows that many others write, not all in the same order.
  return transaction(takedowns.db, (tx) => restoreIn({ ...takedowns, db: tx }, restoration), {
    retry: ['deadlock'],
  });
}

async function restoreIn(takedowns: Takedowns, { id, reason, by }: Restoration): Promise<string> {
  const { db: tx, queue, clock } = takedowns;
  await lockMerges(tx);
  const request = await lockRequest(tx, id);
  if (!request) throw new AppError('not_found', 'This request does not exist.');
  refuseRestoring(request);
  const now = clock.now();
  const taken = await lockTaken(tx, id);
  const videoIds = [request.video_id, ...taken.map((video) => video.id)].filter((one) => one !== null);
  const otherId = await selectOtherApproved(tx, { exceptId: id, videoIds });
  await updateRequest(tx, id, { restored_at: now, restored_by: by, restore_reason: reason });
  if (otherId !== undefined) {
    await handOver(tx, id, otherId);
    return `The request is marked as wrongly approved. Its video stays off the site: the request ${otherId} about it was approved too.`;
  }
  await recordUnblocked(tx, await releaseBlocks(tx, id), now);
  const strike = await selectStrikeOf(tx, id);
  if (strike) await voidStanding(tx, strike.id, { by, reason: `The takedown was undone: ${reason}`, now });
  const outcome = await bringBack(tx, taken);
  // A video shown again without a basis is hidden again at once.
  await queue.send(tx, sourceBasisJob, {});
  return `The takedown was undone. ${outcome}`;
}

function refuseRestoring({ status, restored_at: at, restored_by: by }: RequestRow): void {
  if (status !== 'approved')
    throw new AppError('conflict', 'Only an approved request has a takedown to undo.');
  if (at)
    throw new AppError('conflict', `This takedown has already been undone by ${by} at ${formatMoment(at)}.`);
}

async function handOver(tx: Db, fromId: string, toId: string): Promise<void> {
  const reason = `Its video was removed after a copyright notice (request ${toId}).`;
  await moveBlocks(tx, fromId, { requestId: toId, reason });
  await moveTaken(tx, fromId, toId);
  await moveStrike(tx, fromId, toId);
}

/** Returns the videos to their former state, except those removed for good meanwhile. */
async function bringBack(tx: Db, taken: readonly TakenRow[]): Promise<string> {
  const standing = taken.filter(({ is_taken_down: isTakenDown }) => isTakenDown);
  const toBring: string[] = [];
  let shown = 0;
  for (const video of standing) {
    const before = video.status_before === 'hidden' ? (video.hidden_reason_before ?? 'administrator') : null;
    if (before !== null)
      await changeHiddenReason(tx, video.id, { from: 'takedown', to: before as HiddenReason });
    else if (video.has_film) shown += Number(await showHidden(tx, video.id, 'takedown'));
    else {
      await changeHiddenReason(tx, video.id, { from: 'takedown', to: 'gone' });
      toBring.push(video.id);
    }
  }
  if (toBring.length > 0) await redownload(tx, toBring);
  return restoredMessage({ all: standing.length, shown, brought: toBring.length });
}

function restoredMessage({ all, shown, brought }: { all: number; shown: number; brought: number }): string {
  if (all === 0) return 'None of its videos exists any more.';
  const sentences = [
    shown > 0 ? `${videos(shown)} shown again.` : '',
    brought > 0 ? `${videos(brought)} downloaded again, because the files are gone.` : '',
    all > shown + brought ? `${videos(all - shown - brought)} hidden again for the earlier reason.` : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

function videos(count: number): string {
  return count === 1 ? 'One video is' : `${count} videos are`;
}
