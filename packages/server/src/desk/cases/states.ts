import type { ReportState } from '@vesper/contract';
import { AppError } from '../../kernel/lib/app-error.ts';

/** Where a case stands. `/api/dmca` knows three: the column `verdict`. */
export type CaseState = ReportState;

/** In these a counter-notice can be sent; the first moves the case on, further ones go the same way. */
export const COUNTERED_STATES: readonly CaseState[] = ['approved', 'countered', 'restoring'];

/** What can happen to a case: an act of a person, or a clock that has run out. */
export const CASE_EVENTS = [
  'confirm',
  'ask',
  'supplement',
  'approve',
  'deny',
  'withdraw',
  'lapse',
  'counter',
  'forward',
  'dismiss',
  'sue',
  'settle',
  'restore',
] as const;
export type CaseEvent = (typeof CASE_EVENTS)[number];

/**
 * What becomes of a case, by its state and what happens. A notice can be decided before its sender's mailbox is
 * confirmed: the law's clocks run from its receipt. A counter-notice is a case of its own; it moves the one that it
 * answers on (17 U.S.C. 512(g)(2)): received, forwarded, and then restored unless a court action is told of. An
 * administrator may dismiss it, which leads both back.
 */
const NEXT: Record<CaseState, Partial<Record<CaseEvent, CaseState>>> = {
  unconfirmed: {
    ...{ confirm: 'open', ask: 'incomplete', approve: 'approved', deny: 'denied', withdraw: 'withdrawn' },
    ...{ lapse: 'withdrawn', dismiss: 'denied' },
  },
  open: {
    ...{ ask: 'incomplete', approve: 'approved', deny: 'denied', withdraw: 'withdrawn' },
    dismiss: 'denied',
  },
  incomplete: {
    ...{ ask: 'incomplete', supplement: 'open', approve: 'approved', deny: 'denied' },
    ...{ withdraw: 'withdrawn', lapse: 'withdrawn', dismiss: 'denied' },
  },
  approved: { counter: 'countered', restore: 'restored', withdraw: 'restored', dismiss: 'denied' },
  denied: {},
  countered: { forward: 'restoring', sue: 'litigation', restore: 'restored', withdraw: 'restored' },
  restoring: { sue: 'litigation', restore: 'restored', withdraw: 'restored', dismiss: 'approved' },
  litigation: { settle: 'approved', restore: 'restored', withdraw: 'restored' },
  restored: {},
  withdrawn: {},
};

/**
 * The state after an event. `isUnconfirmed`: there is a mailbox, and nobody has confirmed it; what was asked for then
 * leads back to where the notice came from. Throws conflict with a sentence if it cannot happen now.
 */
export function nextState(
  state: CaseState,
  event: CaseEvent,
  { isUnconfirmed = false }: { isUnconfirmed?: boolean } = {},
): CaseState {
  const next = NEXT[state][event];
  if (next) return event === 'supplement' && isUnconfirmed ? 'unconfirmed' : next;
  throw new AppError('conflict', `${STATE_WORDS[state]} ${EVENT_WORDS[event]}`);
}

const STATE_WORDS: Record<CaseState, string> = {
  unconfirmed: 'This case waits for its sender to confirm the mailbox.',
  open: 'This case waits for a decision.',
  incomplete: 'This case waits for what its sender was asked for.',
  approved: 'This case was approved.',
  denied: 'This case was denied.',
  countered: 'A counter-notice has answered this case.',
  restoring: 'The counter-notice of this case was forwarded, and its clock runs.',
  litigation: 'A court action is recorded in this case.',
  restored: 'What this case took off the site has been restored.',
  withdrawn: 'Its sender withdrew this case, or did not confirm it.',
};

const EVENT_WORDS: Record<CaseEvent, string> = {
  confirm: 'There is no mailbox to confirm.',
  ask: 'Its sender cannot be asked for more now.',
  supplement: 'Nothing was asked for.',
  approve: 'It cannot be approved now.',
  deny: 'It cannot be denied now.',
  withdraw: 'It cannot be withdrawn now.',
  lapse: 'It cannot lapse now.',
  counter: 'It takes no counter-notice now.',
  forward: 'There is no counter-notice to forward.',
  dismiss: 'There is no counter-notice to dismiss.',
  sue: 'A court action cannot be recorded now.',
  settle: 'There is no court action to end.',
  restore: 'There is nothing to restore.',
};
