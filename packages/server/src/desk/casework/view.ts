import { CaseClock, CaseDetails, CaseItem, type CaseTarget } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import { rulesOf } from '../cases/index.ts';
import type { ClockRow, ListedCase, PaperHead, TargetRow } from './queries.ts';

export function toItem(row: ListedCase): CaseItem {
  return viewOf(CaseItem, row);
}

export interface DetailRows {
  targets: readonly TargetRow[];
  clocks: readonly ClockRow[];
  papers: readonly PaperHead[];
  others: CaseDetails['others'];
  notErasable: CaseDetails['notErasable'];
}

/** A case without anything that persons wrote. */
export function toDetails(row: ListedCase, { targets, clocks, papers, ...rest }: DetailRows): CaseDetails {
  const { grounds, isRestricted, clocks: rules } = rulesOf(row.kind);
  const isHard = (name: string) => rules.some((rule) => rule.name === name && rule.isHard === true);
  return viewOf(CaseDetails, row, {
    isRestricted,
    grounds: grounds.map(({ name, words, law }) => ({ name, words, law })),
    targets: targets.map(toTarget),
    clocks: clocks.map((clock) => viewOf(CaseClock, clock, { isHard: isHard(clock.name) })),
    papers: papers.map(({ what, at, by }) => ({ what, at: at.toISOString(), by })),
    ...rest,
  });
}

export function toTarget({ position, shape, video }: TargetRow): CaseTarget {
  const shown = video && {
    ...{ id: video.id, title: video.title, hiddenReason: video.hidden_reason },
    status: video.status as NonNullable<CaseTarget['video']>['status'],
  };
  return { position, shape, video: shown };
}
