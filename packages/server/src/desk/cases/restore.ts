import { moveBlocks, releaseBlocks } from '../../intake/block-list/index.ts';
import { recordUnblocked } from '../../intake/ledger/index.ts';
import { sourceBasisJob } from '../../intake/sources/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { transaction } from '../../kernel/db/transaction.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import { changeHiddenReason, type HiddenReason, lockMerges, showHidden } from '../../library/videos/index.ts';
import { redownload } from '../../upkeep/health/index.ts';
import { type CaseRow, selectOtherHolder, selectTargetVideos } from './case-queries.ts';
import { type CaseSeal, sealOf } from './case-seal.ts';
import { type CaseParts, requireCase } from './cases.ts';
import { addPaper } from './papers.ts';
import { mailRestoration } from './restoration-mails.ts';
import { lockTaken, moveTaken, type TakenRow } from './restore-queries.ts';
import { requireStep, step } from './steps.ts';
import { moveStrikes, selectStrikesOf, voidStanding } from './strike-queries.ts';
import { blockReason } from './take-off.ts';

export interface Restoration {
  id: string;
  /** `withdraw`: its sender takes the notice back. */
  event: 'restore' | 'withdraw';
  reason: string;
  /** The administrator's name; null for the sender, and for a clock. */
  by: string | null;
}

/** What belongs to a kind of its own, in the same transaction. */
export interface RestorationParts {
  /** Before anything is done; may refuse. */
  check?(tx: Db, kase: CaseRow): Promise<void>;
  /** Once the videos are back. */
  tell?(tx: Db, back: BroughtBack & { seal: CaseSeal }): Promise<void>;
}

export interface BroughtBack {
  /** Another case that holds the videos off the site: they stay off, and everything is that case's now. */
  heldBy: string | undefined;
  /** What became of the videos. */
  outcome: string;
}

/**
 * Undoes a takedown, in one transaction: its videos return to their former state, their blocks are released, and its
 * strikes are void. The decision itself stays. If another case holds the same video off the site, that one takes over
 * everything. Throws not_found, conflict.
 */
export function restoreCase(
  cases: CaseParts,
  restoration: Restoration,
  parts: RestorationParts = {},
): Promise<BroughtBack> {
  // It writes to rows that many others write, not all in the same order.
  return transaction(cases.db, (tx) => restoreIn(tx, cases, restoration, parts), { retry: ['deadlock'] });
}

async function restoreIn(
  tx: Db,
  cases: CaseParts,
  { id, event, reason, by }: Restoration,
  { check, tell }: RestorationParts,
): Promise<BroughtBack> {
  const { queue, clock, keys } = cases;
  await lockMerges(tx);
  const kase = await requireCase(tx, id);
  await check?.(tx, kase);
  requireStep(kase, event);
  const now = clock.now();
  const seal = await sealOf(tx, keys, kase, now);
  const back = await bringBack(tx, queue, kase, { seal, by, reason, now });
  await addPaper(tx, id, seal, { what: 'reason', text: reason, by, at: now });
  await tell?.(tx, { ...back, seal });
  await mailRestoration(tx, cases, { kase, heldBy: back.heldBy, isWithdrawn: event === 'withdraw', now });
  await step(tx, kase, { event, now, by, after: { heldBy: back.heldBy ?? null } });
  return back;
}

/** Brings back what a locked case took off, unless another case holds it. */
export async function bringBack(
  tx: Db,
  queue: Queue,
  { id }: Pick<CaseRow, 'id'>,
  { seal, by, reason, now }: { seal: CaseSeal; by: string | null; reason: string; now: Date },
): Promise<BroughtBack> {
  const taken = await lockTaken(tx, id);
  const videoIds = [...(await selectTargetVideos(tx, id)), ...taken.map((video) => video.id)];
  const heldBy = await selectOtherHolder(tx, { exceptId: id, videoIds });
  if (heldBy !== undefined) {
    await handOver(tx, id, heldBy);
    return { heldBy, outcome: '' };
  }
  await recordUnblocked(tx, await releaseBlocks(tx, id), now);
  for (const strike of await selectStrikesOf(tx, id))
    await voidStanding(tx, strike.id, {
      by: by ?? 'system',
      reason: seal.sealText('void', `The takedown was undone: ${reason}`),
      now,
    });
  const outcome = await showAgain(tx, taken);
  // A video shown again without a basis is hidden again at once.
  await queue.send(tx, sourceBasisJob, {});
  return { heldBy: undefined, outcome };
}

async function handOver(tx: Db, fromId: string, toId: string): Promise<void> {
  await moveBlocks(tx, fromId, { caseId: toId, reason: blockReason(toId) });
  await moveTaken(tx, fromId, toId);
  await moveStrikes(tx, fromId, toId);
}

/** Returns the videos to their former state, except those removed for good meanwhile. */
async function showAgain(tx: Db, taken: readonly TakenRow[]): Promise<string> {
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
