import type { CaseAct } from '@vesper/contract';
import { type CaseEvent, type CaseRow, canStep } from '../cases/index.ts';

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
  kase: CaseRow,
  { isErasable, about }: { isErasable: boolean; about: CaseRow['state'] | null },
): CaseAct[] {
  const isReadable = kase.erased_at === null;
  const acts = EVENTS.filter(([, event]) => canStep(kase, event)).map(([act]) => act);
  // It is granted by restoring the case that it answers.
  const isAnswer = kase.kind === 'counter_notice';
  const isOver = kase.state === 'approved' && about !== 'restoring';
  const steps = acts.filter((act) =>
    act === 'dismiss' ? isAnswer && !isOver : !(isAnswer && act === 'approve'),
  );
  if (kase.is_open && isReadable) steps.push('name');
  if (isReadable) steps.push('note', kase.held_at ? 'release' : 'hold');
  if (isErasable) steps.push('erase');
  return steps;
}
