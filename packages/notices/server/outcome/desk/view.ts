import {
  type CaseAct,
  CaseClock,
  CaseDetails,
  CaseItem,
  type CaseTarget,
  type OtherCase,
} from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { type CaseEvent, type CaseRow, canStep, keptUntil, rulesOf } from '../../cases/index.ts';
import type { ClockRow, ListedCase, OtherRow, PaperHead, TargetRow } from './queries.ts';

export function toItem(row: ListedCase): CaseItem {
  return viewOf(CaseItem, row, { title: shownTitle(row) });
}

function shownTitle({ kind, title }: ListedCase): string | null {
  return rulesOf(kind).isRestricted ? null : title;
}

export interface DetailRows {
  targets: readonly TargetRow[];
  clocks: readonly ClockRow[];
  papers: readonly PaperHead[];
  others: readonly OtherRow[];
  sender: (Omit<NonNullable<CaseDetails['sender']>, 'latest'> & { latest: readonly OtherRow[] }) | null;
  sources: CaseDetails['sources'];
  copies: CaseDetails['copies'];
  notErasable: CaseDetails['notErasable'];
  about: CaseDetails['state'] | null;
}

export function toDetails(row: ListedCase, { sender, ...rows }: DetailRows): CaseDetails {
  const { grounds, groundFor, isRestricted } = rulesOf(row.kind);
  return viewOf(CaseDetails, row, {
    isRestricted,
    title: shownTitle(row),
    grounds: [
      ...(groundFor ? [{ name: '', words: 'As the sender requests', law: null }] : []),
      ...grounds.map(({ name, words, law }) => ({ name, words, law })),
    ],
    targets: rows.targets.map(toTarget),
    clocks: rows.clocks.map((clock) => toClock(row.kind, clock)),
    papers: rows.papers.map(({ what, at, by }) => ({ what, at: at.toISOString(), by })),
    others: rows.others.map(toOther),
    sender: sender && { ...sender, latest: sender.latest.map(toOther) },
    sources: rows.sources,
    copies: rows.copies,
    acts: possibleActs(row, { isErasable: rows.notErasable === null, about: rows.about }),
    notErasable: rows.notErasable,
    keptUntil: keptUntil(row)?.toISOString() ?? null,
  });
}

/** Clocks that no rule defines any more do nothing. */
function toClock(kind: string, clock: ClockRow): CaseClock {
  const rule = rulesOf(kind).clocks.find(({ name }) => name === clock.name);
  return viewOf(CaseClock, clock, { isHard: rule?.isHard === true, does: rule?.does ?? 'alarm' });
}

function toOther({ id, kind, state, received_at: at }: OtherRow): OtherCase {
  return { id, kind, state, receivedAt: at.toISOString() };
}

export function toTarget({ position, shape, video }: TargetRow): CaseTarget {
  const shown = video && {
    ...{ id: video.id, title: video.title, hiddenReason: video.hidden_reason },
    ...{ duration: video.duration, sourceName: video.source_name },
    status: video.status as NonNullable<CaseTarget['video']>['status'],
  };
  return { position, shape, video: shown };
}

const EVENTS: readonly [CaseAct, CaseEvent][] = [
  ['approve', 'approve'],
  ['deny', 'deny'],
  ['ask', 'ask'],
  ['restore', 'restore'],
  ['dismiss', 'dismiss'],
  ['court', 'sue'],
  ['settle', 'settle'],
];

/** `about`: the state of the case it answers. */
export function possibleActs(
  caseRow: CaseRow,
  { isErasable, about }: { isErasable: boolean; about: CaseRow['state'] | null },
): CaseAct[] {
  const isReadable = caseRow.erased_at === null;
  const acts = EVENTS.filter(([, event]) => canStep(caseRow, event)).map(([act]) => act);
  // Granted by restoring the case it answers.
  const isAnswer = caseRow.kind === 'counter_notice';
  const isOver = caseRow.state === 'approved' && about !== 'restoring';
  const steps = acts.filter((act) =>
    act === 'dismiss' ? isAnswer && !isOver : !(isAnswer && act === 'approve'),
  );
  if (caseRow.is_open && isReadable) steps.push('name');
  if (isReadable) steps.push('note', caseRow.held_at ? 'release' : 'hold');
  if (isErasable) steps.push('erase');
  return steps;
}
