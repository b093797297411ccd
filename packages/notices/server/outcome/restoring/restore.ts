import type { CaseMailName, HiddenReason } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { releaseBlocks } from '@vesper/intake/block-list';
import { recordUnblocked } from '@vesper/intake/ledger';
import { sourceBasisJob } from '@vesper/intake/sources';
import { changeHiddenReason, lockMerges, showHidden } from '@vesper/library/videos';
import { redownload } from '@vesper/upkeep/health';
import {
  addPaper,
  type CaseParts,
  type CaseRow,
  type CaseSeal,
  findCase,
  mailSender,
  NOT_KEPT,
  needsSecond,
  propose,
  requireCase,
  requireSecond,
  requireStep,
  sealForStep,
  selectAnswers,
  selectTargetVideos,
  step,
} from '../../cases/index.ts';
import { tellSources } from '../source-mails.ts';
import { selectStrikesOf, voidStanding } from '../strike-queries.ts';
import { affectedBy, familiesOf, handOver, hidingKinds, holdersOf, keepOff } from './holders.ts';
import { type Holder, lockTaken, type TakenRow } from './restore-queries.ts';

export interface Restoration {
  id: string;
  /** `withdraw` by its sender; `lapse` by a clock, for an unknown sender. */
  event: 'restore' | 'withdraw' | 'lapse';
  reason: string;
  /** Null for the sender and for clocks. */
  by: string | null;
  /** The proposal that this carries out. */
  proposal?: string | undefined;
}

/** Runs first, in the same transaction; may refuse. */
export type RestorationCheck = (tx: Db, caseRow: CaseRow) => Promise<void>;

export interface BroughtBack {
  /** Other cases that keep some videos down and now own their takedown. */
  heldBy: string[];
  /** False if all stay down. */
  isBack: boolean;
  outcome: string;
  /** Public again, or once downloaded. */
  shown: string[];
}

/** The decision stays. Videos that another case keeps down move to it. Throws not_found, conflict. */
export function restoreCase(
  cases: CaseParts,
  restoration: Restoration,
  check?: RestorationCheck,
): Promise<BroughtBack> {
  // Locks rows that others lock in other orders.
  return transaction(cases.db, (tx) => restoreIn(tx, cases, restoration, check), { retry: ['deadlock'] });
}

type ByAdministrator = Omit<Restoration, 'event'> & { by: string };

/** Restores, or proposes where that needs a second administrator. Throws not_found, conflict. */
export async function restoreOrPropose(cases: CaseParts, restoration: ByAdministrator): Promise<string> {
  const { id, reason, by } = restoration;
  const { kind } = await findCase(cases.db, id);
  return needsSecond(cases, kind, 'restore')
    ? propose(cases, { id, act: 'restore', text: reason, by })
    : restoreAny(cases, restoration);
}

/** Throws not_found, conflict. */
export async function restoreAny(cases: CaseParts, restoration: ByAdministrator): Promise<string> {
  const { isBack, outcome } = await restoreCase(cases, { ...restoration, event: 'restore' });
  return `${isBack ? 'The takedown was undone.' : 'The case is marked as wrongly approved.'} ${outcome}`;
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
  // Sources are not told of mere hiding.
  const videoIds = caseRow.decided_at === null ? [] : back.shown;
  const sourcesTold = await tellSources(tx, cases, { caseRow, seal, what: 'restored', videoIds, now });
  await mailRestoration(tx, cases, { ...back, caseRow, isWithdrawn: event === 'withdraw', now });
  await step(tx, caseRow, {
    event,
    now,
    by,
    after: { heldBy: back.heldBy, sourcesTold, ...(seal.isLost && { keysMissing: true }), ...second },
  });
  return back;
}

/** Restores videos, except those that another case keeps down. Lock the case; hold the lock of merges. */
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
  // Without a valid permission it is hidden again at once.
  await queue.send(tx, sourceBasisJob, {});
  return { heldBy: [...new Set(holders.map(({ caseId }) => caseId))], isBack, outcome, shown };
}

/** Except those removed for good meanwhile. */
export async function showAgain(
  tx: Db,
  taken: readonly TakenRow[],
): Promise<Pick<BroughtBack, 'outcome' | 'shown'>> {
  const standing = taken.filter(({ is_taken_down: isTakenDown }) => isTakenDown);
  const toDownload: string[] = [];
  const shown: string[] = [];
  for (const video of standing) {
    const before = video.status_before === 'hidden' ? (video.hidden_reason_before ?? 'administrator') : null;
    if (before !== null)
      await changeHiddenReason(tx, video.id, { from: 'takedown', to: before as HiddenReason });
    else if (video.has_film) {
      if (await showHidden(tx, video.id, 'takedown')) shown.push(video.id);
    } else {
      await changeHiddenReason(tx, video.id, { from: 'takedown', to: 'gone' });
      toDownload.push(video.id);
    }
  }
  if (toDownload.length > 0) await redownload(tx, toDownload);
  const counts = { all: standing.length, shown: shown.length, downloaded: toDownload.length };
  return { outcome: restoredMessage(counts), shown: [...shown, ...toDownload] };
}

function restoredMessage({ all, shown, downloaded }: Record<'all' | 'shown' | 'downloaded', number>): string {
  if (all === 0) return 'None of its videos exist any more.';
  const sentences = [
    shown > 0 ? `${videos(shown)} shown again.` : '',
    downloaded > 0 ? `${videos(downloaded)} downloaded again, because the files are gone.` : '',
    all > shown + downloaded ? `${videos(all - shown - downloaded)} hidden again as before.` : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

function heldMessage(holders: readonly Holder[]): string {
  if (holders.length === 0) return '';
  const cases = [...new Set(holders.map(({ caseId }) => caseId))];
  const stay = holders.length === 1 ? 'One video stays' : `${holders.length} videos stay`;
  const named = cases.length === 1 ? `the case ${cases[0]} names` : `the cases ${cases.join(', ')} name`;
  return `${stay} down: ${named} ${holders.length === 1 ? 'it' : 'them'}, too.`;
}

function unsureMessage(count: number): string {
  if (count === 0) return '';
  const stay = count === 1 ? 'One video stays' : `${count} videos stay`;
  return `${stay} down: there are too many copies to check whether another case names one of them. Restore them on the page of the case.`;
}

function videos(count: number): string {
  return count === 1 ? 'One video is' : `${count} videos are`;
}

interface Restored extends Pick<BroughtBack, 'heldBy' | 'isBack'> {
  caseRow: CaseRow;
  isWithdrawn: boolean;
  now: Date;
}

/** To both sides of a counter-notice, if there was one. */
async function mailRestoration(
  tx: Db,
  cases: CaseParts,
  { caseRow, isWithdrawn, heldBy, isBack, now }: Restored,
): Promise<void> {
  const answers = await selectAnswers(tx, caseRow.id);
  if (answers.length === 0) return;
  const why = isWithdrawn ? 'withdrawn' : caseRow.state === 'litigation' ? 'settled' : 'restored';
  const back: CaseMailName = heldBy.length > 0 ? `${why}_partly` : why;
  const name = isBack ? back : 'stays_off';
  const kind = 'notice-restored';
  if (!isWithdrawn) await mailSender(tx, cases, { caseRow, mail: { name, kind, values: {} }, now });
  for (const answer of answers)
    await mailSender(tx, cases, {
      ...{ caseRow: answer, number: caseRow.id, now },
      mail: { name, kind, values: { counterNumber: answer.id } },
    });
}
