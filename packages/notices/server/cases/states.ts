import type { ReportState } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';

/** `/api/dmca` knows only three: the column `verdict`. */
export type CaseState = ReportState;

/** A counter-notice can be sent in these; the first moves the case on. */
export const COUNTERED_STATES: readonly CaseState[] = ['approved', 'countered', 'restoring'];

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
 * Notices can be decided before confirmation: the law's clocks run from receipt. A counter-notice is its own case and
 * moves the one it answers (17 U.S.C. 512(g)(2)): received, forwarded, restored unless a court action is reported.
 * Dismissing it leads both back.
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

/** `isUnconfirmed`: supplements lead back to `unconfirmed`. Throws conflict with a sentence. */
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
  unconfirmed: 'This case is waiting for its sender to confirm the email address.',
  open: 'This case is waiting for a decision.',
  incomplete: 'This case is waiting for information from its sender.',
  approved: 'This case was approved.',
  denied: 'This case was denied.',
  countered: 'A counter-notice has answered this case.',
  restoring: 'The counter-notice to this case was forwarded, and its clock is running.',
  litigation: 'A court action is recorded in this case.',
  restored: 'The videos of this case have been restored.',
  withdrawn: 'Its sender withdrew this case, or did not confirm it.',
};

const EVENT_WORDS: Record<CaseEvent, string> = {
  confirm: 'There is no email address to confirm.',
  ask: 'Its sender cannot be asked for more now.',
  supplement: 'Nothing was asked for.',
  approve: 'It cannot be approved now.',
  deny: 'It cannot be denied now.',
  withdraw: 'It cannot be withdrawn now.',
  lapse: 'It cannot lapse now.',
  counter: 'It accepts no counter-notice now.',
  forward: 'There is no counter-notice to forward.',
  dismiss: 'There is no counter-notice to dismiss.',
  sue: 'A court action cannot be recorded now.',
  settle: 'There is no court action to end.',
  restore: 'There is nothing to restore.',
};
