import type { CaseAct } from '@vesper/contract';
import { type CaseEvent, type CaseRow, canStep } from '../cases/index.ts';

const EVENTS: readonly [CaseAct, CaseEvent][] = [
  ['approve', 'approve'],
  ['deny', 'deny'],
  ['ask', 'ask'],
  ['restore', 'restore'],
  ['court', 'sue'],
  ['settle', 'settle'],
];

/** What an administrator can do with a case now. */
export function possibleActs(kase: CaseRow, isErasable: boolean): CaseAct[] {
  const isReadable = kase.erased_at === null;
  const acts = EVENTS.filter(([, event]) => canStep(kase, event)).map(([act]) => act);
  // It is granted by restoring the case that it answers.
  const isAnswer = kase.kind === 'counter_notice';
  const steps = acts.filter((act) => !(isAnswer && (act === 'approve' || act === 'restore')));
  if (kase.is_open && isReadable) steps.push('name');
  if (isReadable) steps.push('note', kase.held_at ? 'release' : 'hold');
  if (isErasable) steps.push('erase');
  return steps;
}
