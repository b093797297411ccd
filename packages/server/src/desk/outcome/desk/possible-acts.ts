import type { CaseAct } from '@vesper/contract';
import { type CaseEvent, type CaseRow, canStep } from '../../cases/index.ts';

const EVENTS: readonly [CaseAct, CaseEvent][] = [
  ['approve', 'approve'],
  ['deny', 'deny'],
  ['ask', 'ask'],
  ['restore', 'restore'],
  ['dismiss', 'dismiss'],
  ['court', 'sue'],
  ['settle', 'settle'],
];

/** What an administrator can do with a case now. `about`: the state of the one that it answers. */
export function possibleActs(
  caseRow: CaseRow,
  { isErasable, about }: { isErasable: boolean; about: CaseRow['state'] | null },
): CaseAct[] {
  const isReadable = caseRow.erased_at === null;
  const acts = EVENTS.filter(([, event]) => canStep(caseRow, event)).map(([act]) => act);
  // It is granted by restoring the case that it answers.
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
