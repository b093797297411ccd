import { insertBlocks, releaseBlocks } from '../../../intake/block-list/index.ts';
import { recordUnblocked } from '../../../intake/ledger/index.ts';
import { sourceBasisJob } from '../../../intake/sources/index.ts';
import type { Db } from '../../../kernel/db/pool.ts';
import { transaction } from '../../../kernel/db/transaction.ts';
import {
  changeHiddenReason,
  type HiddenReason,
  lockMerges,
  showHidden,
} from '../../../library/videos/index.ts';
import { redownload } from '../../../upkeep/health/index.ts';
import {
  addPaper,
  CASE_KINDS,
  type CaseKindRules,
  type CaseParts,
  type CaseRow,
  type CaseSeal,
  NOT_KEPT,
  noteHidden,
  requireCase,
  requireSecond,
  requireStep,
  rulesOf,
  sealForStep,
  selectTargetVideos,
  step,
} from '../../cases/index.ts';
import { tellSources } from '../source-mails.ts';
import { moveStrikes, selectStrikesOf, voidStanding } from '../strike-queries.ts';
import { hidesOnReceipt } from '../taking-off/hide.ts';
import { blockingOf, blockReason } from '../taking-off/take-off.ts';
import { type Family, familiesOf } from './families.ts';
import { mailRestoration } from './restoration-mails.ts';
import { type Holder, lockTaken, moveTaken, selectHolders, type TakenRow } from './restore-queries.ts';

export interface Restoration {
  id: string;
  /** `withdraw`: its sender takes the notice back. `lapse`: a clock does so in place of an unknown sender. */
  event: 'restore' | 'withdraw' | 'lapse';
  reason: string;
  /** The administrator's name; null for the sender, and for a clock. */
  by: string | null;
  /** The id of what another administrator has proposed, and this carries out. */
  proposal?: string | undefined;
}

/** Before anything is done, in the same transaction; may refuse. */
export type RestorationCheck = (tx: Db, caseRow: CaseRow) => Promise<void>;

export interface BroughtBack {
  /** Other cases that hold some of its videos off the site: those stay off, and are these cases' now. */
  heldBy: string[];
  /** False if all of its videos stay off. */
  isBack: boolean;
  /** What became of the videos, in sentences. */
  outcome: string;
  /** Those that are public again, or will be once they are downloaded. */
  shown: string[];
}

/**
 * Undoes a takedown, in one transaction: its videos return to their former state, their blocks are released, and its
 * strikes are void. The decision itself stays. A video that another case holds off the site, too, stays off, and is that
 * case's from now on. Throws not_found, conflict.
 */
export function restoreCase(
  cases: CaseParts,
  restoration: Restoration,
  check?: RestorationCheck,
): Promise<BroughtBack> {
  // It writes to rows that many others write, not all in the same order.
  return transaction(cases.db, (tx) => restoreIn(tx, cases, restoration, check), { retry: ['deadlock'] });
}

async function restoreIn(
  tx: Db,
  cases: CaseParts,
  { id, event, reason, by, proposal }: Restoration,
  check?: RestorationCheck,
): Promise<BroughtBack> {
  const { clock, keys } = cases;
  await lockMerges(tx);
  const caseRow = await requireCase(tx, id);
  await check?.(tx, caseRow);
  requireStep(caseRow, event);
  const now = clock.now();
  const second = await requireSecond(tx, cases, caseRow, { act: 'restore', by, proposal, now });
  const seal = await sealForStep(tx, keys, caseRow, now);
  const back = await bringBack(tx, cases, caseRow, { seal, by, reason, now });
  await addPaper(tx, id, seal, { what: 'reason', text: reason, by, at: now });
  // Of what was only hidden meanwhile they have not heard.
  const videoIds = caseRow.decided_at === null ? [] : back.shown;
  const sourcesTold = await tellSources(tx, cases, {
    ...{ caseRow, seal, what: 'restored', videoIds, now },
  });
  await mailRestoration(tx, cases, { caseRow, back, isWithdrawn: event === 'withdraw', now });
  await step(tx, caseRow, {
    event,
    now,
    by,
    after: { heldBy: back.heldBy, sourcesTold, ...(seal.isLost && { keysMissing: true }), ...second },
  });
  return back;
}

/** Brings back what a locked case took off, each video unless another case holds it. Hold the lock of merges. */
export async function bringBack(
  tx: Db,
  { queue, config }: Pick<CaseParts, 'queue' | 'config'>,
  { id, kind }: Pick<CaseRow, 'id' | 'kind'>,
  { seal, by, reason, now }: { seal: CaseSeal; by: string | null; reason: string; now: Date },
): Promise<BroughtBack> {
  const taken = await lockTaken(tx, id);
  const videoIds = [...new Set([...(await selectTargetVideos(tx, id)), ...taken.map((video) => video.id)])];
  const families = await familiesOf(tx, videoIds);
  const holders = await holdersOf(tx, families, { exceptId: id, ...hidingKinds(config) });
  const affected = affectedBy(taken, families);
  const heirs = holders.filter(({ isOpen, videoId }) => !isOpen || affected.ids.has(videoId));
  for (const [holder, held] of Map.groupBy(heirs, ({ caseId }) => caseId))
    await handOver(tx, { fromId: id, holder, held, families, now });
  await recordUnblocked(tx, await releaseBlocks(tx, id), now);
  const unsure = await keepOff(tx, { id, kind }, { families: affected.families, holders });
  for (const strike of await selectStrikesOf(tx, id))
    await voidStanding(tx, strike.id, {
      by: by ?? 'system',
      reason: seal.sealText('void', `The takedown was undone: ${reason}`),
      now,
    });
  const heldIds = new Set([...holders.map(({ videoId }) => videoId), ...unsure]);
  const free = taken.filter((video) => !heldIds.has(video.id));
  const isBack = heldIds.size === 0 || videoIds.length > heldIds.size;
  const { shown, outcome: again } = isBack ? await showAgain(tx, free) : { shown: [], outcome: '' };
  const outcome = [again, heldMessage(holders), unsureMessage(unsure.length), seal.isLost && NOT_KEPT]
    .filter(Boolean)
    .join(' ');
  // A video shown again without a basis is hidden again at once.
  await queue.send(tx, sourceBasisJob, {});
  return { heldBy: [...new Set(holders.map(({ caseId }) => caseId))], isBack, outcome, shown };
}

/**
 * The families of which a case took something off, and their videos. An undecided one may have hidden nothing, or not all
 * that it names: the rest is on the site, and nothing may block it.
 */
function affectedBy(taken: readonly TakenRow[], all: readonly Family[]) {
  const takenIds = new Set(taken.map(({ id }) => id));
  const families = all.filter(({ ids }) => ids.some((id) => takenIds.has(id)));
  return { families, ids: new Set(families.flatMap(({ ids }) => ids)) };
}

/** Of each video the case that holds its family, if any does. */
async function holdersOf(
  tx: Db,
  families: readonly Family[],
  which: Omit<Parameters<typeof selectHolders>[1], 'families'>,
): Promise<Holder[]> {
  const first = families.flatMap(({ videos: kin, ids: [named = ''] }) =>
    kin.map((video) => ({ id: video.id, named_id: named })),
  );
  const holders = await selectHolders(tx, { ...which, families: first });
  return holders.flatMap((holder) => {
    const ids = families.find(({ ids: [named] }) => named === holder.videoId)?.ids ?? [];
    return ids.map((videoId) => ({ ...holder, videoId }));
  });
}

/** What another case may hold by a copy that was cut off stays off, and blocked. Returns these videos. */
async function keepOff(
  tx: Db,
  caseRow: Pick<CaseRow, 'id' | 'kind'>,
  { families, holders }: { families: readonly Family[]; holders: readonly Holder[] },
): Promise<string[]> {
  const heldIds = new Set(holders.map(({ videoId }) => videoId));
  const unsure = families.filter(({ isCut, ids: [named = ''] }) => isCut && !heldIds.has(named));
  if (unsure.length === 0) return [];
  const blocking = await blockingOf(
    tx,
    unsure.flatMap((family) => family.videos),
  );
  await insertBlocks(tx, blocking, { reason: blockReason(caseRow), caseId: caseRow.id });
  return unsure.flatMap(({ ids }) => ids);
}

/** The kinds whose cases hide before they are decided. */
export function hidingKinds(config: CaseParts['config']): {
  hiddenOnReceipt: string[];
  hiddenOnConfirmation: string[];
} {
  const kindsThat = (hides: (rules: CaseKindRules) => boolean) =>
    CASE_KINDS.filter(hides).map(({ kind }) => kind);
  return {
    hiddenOnReceipt: kindsThat(({ kind }) => hidesOnReceipt(config, kind)),
    hiddenOnConfirmation: kindsThat(({ hides }) => hides === 'confirmed'),
  };
}

interface HandOver {
  fromId: string;
  holder: string;
  held: readonly Holder[];
  families: readonly Family[];
  now: Date;
}

export async function handOver(tx: Db, { fromId, holder, held, families, now }: HandOver): Promise<void> {
  const videoIds = held.map(({ videoId }) => videoId);
  const isOpen = held.some((one) => one.isOpen);
  const [kind = ''] = held.map((one) => one.kind);
  const blocking = await blockingOf(
    tx,
    families.filter(({ ids: [named = ''] }) => videoIds.includes(named)).flatMap((family) => family.videos),
  );
  await insertBlocks(tx, blocking, { reason: blockReason({ id: holder, kind }), caseId: holder });
  await moveTaken(tx, { fromId, toId: holder, videoIds });
  // Its denial must bring them back.
  if (isOpen) await noteHidden(tx, holder, now);
  else if (rulesOf(kind).strikes) await moveStrikes(tx, { fromId, toId: holder, videoIds });
}

/** Returns the videos to their former state, except those removed for good meanwhile. */
export async function showAgain(
  tx: Db,
  taken: readonly TakenRow[],
): Promise<Pick<BroughtBack, 'outcome' | 'shown'>> {
  const standing = taken.filter(({ is_taken_down: isTakenDown }) => isTakenDown);
  const toBring: string[] = [];
  const shown: string[] = [];
  for (const video of standing) {
    const before = video.status_before === 'hidden' ? (video.hidden_reason_before ?? 'administrator') : null;
    if (before !== null)
      await changeHiddenReason(tx, video.id, { from: 'takedown', to: before as HiddenReason });
    else if (video.has_film) {
      if (await showHidden(tx, video.id, 'takedown')) shown.push(video.id);
    } else {
      await changeHiddenReason(tx, video.id, { from: 'takedown', to: 'gone' });
      toBring.push(video.id);
    }
  }
  if (toBring.length > 0) await redownload(tx, toBring);
  const outcome = restoredMessage({
    ...{ all: standing.length, shown: shown.length, brought: toBring.length },
  });
  return { outcome, shown: [...shown, ...toBring] };
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

function heldMessage(holders: readonly Holder[]): string {
  if (holders.length === 0) return '';
  const cases = [...new Set(holders.map(({ caseId }) => caseId))];
  const stay = holders.length === 1 ? 'One video stays' : `${holders.length} videos stay`;
  const named = cases.length === 1 ? `the case ${cases[0]} names` : `the cases ${cases.join(', ')} name`;
  return `${stay} off the site: ${named} ${holders.length === 1 ? 'it' : 'them'}, too.`;
}

function unsureMessage(count: number): string {
  if (count === 0) return '';
  const stay = count === 1 ? 'One video stays' : `${count} videos stay`;
  return `${stay} off the site: there are too many copies to tell whether another case names one of them. The page of the case releases them.`;
}

function videos(count: number): string {
  return count === 1 ? 'One video is' : `${count} videos are`;
}
