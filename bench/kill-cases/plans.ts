import type { CaseKind } from '@vesper/contract';

/** What happens to a case, one after the other. */
export type Act =
  | 'confirm'
  | 'approve'
  | 'deny'
  | 'withdraw'
  | 'restore'
  | 'answer'
  | 'sue'
  | 'run out: restore'
  | 'run out: counter_term'
  | 'run out: complaint_term';

/** What must stand at the end. Mails and events are counted by name. */
export interface Outcome {
  state: string;
  isClosed: boolean;
  isVideoPublic: boolean;
  strike: 'none' | 'active' | 'void';
  mails: readonly string[];
  events: readonly string[];
}

export interface Plan {
  kind: CaseKind;
  acts: readonly Act[];
  outcome: Outcome;
  /** Of the counter-notice that answers it. */
  answer?: Pick<Outcome, 'mails' | 'events'>;
}

const RECEIVED = ['notice-receipt'];
const CONFIRMED = [...RECEIVED, 'notice-copy'];
const DECIDED = [...CONFIRMED, 'notice-decision'];
const TAKEN = [...DECIDED, 'source-taken-off'];
const ANSWERED = [...TAKEN, 'counter-notice'];
const FORWARDED = [...CONFIRMED, 'counter-notice-forwarded'];

const OFF = { isVideoPublic: false, strike: 'active' } as const;
const BACK = { state: 'restored', isClosed: true, isVideoPublic: true, strike: 'void' } as const;
const LEFT = { isClosed: true, isVideoPublic: true, strike: 'none' } as const;
const DENIED = { ...LEFT, state: 'denied' } as const;

const answered = ['cases.confirm', 'cases.approve'];

/** Every way of a case that differs in what must come of it. */
export const PLANS: readonly Plan[] = [
  {
    kind: 'copyright',
    acts: ['confirm', 'approve', 'answer', 'run out: restore'],
    outcome: {
      ...BACK,
      mails: [...ANSWERED, 'source-restored', 'notice-restored'],
      events: ['cases.confirm', 'cases.approve', 'cases.counter', 'cases.forward', 'cases.restore'],
    },
    answer: { mails: [...FORWARDED, 'notice-restored'], events: answered },
  },
  {
    kind: 'intimate_image',
    acts: ['confirm', 'deny'],
    outcome: { ...DENIED, mails: DECIDED, events: ['cases.confirm', 'cases.hide', 'cases.deny'] },
  },
  {
    kind: 'copyright',
    acts: ['confirm', 'approve', 'run out: counter_term'],
    outcome: {
      ...{ ...OFF, state: 'approved', isClosed: true, mails: TAKEN },
      events: ['cases.confirm', 'cases.approve', 'cases.close'],
    },
  },
  {
    kind: 'minor',
    acts: ['approve'],
    outcome: {
      ...{ ...OFF, state: 'approved', isClosed: true, mails: RECEIVED },
      events: ['cases.hide', 'cases.approve'],
    },
  },
  {
    kind: 'copyright',
    acts: ['confirm', 'approve', 'answer', 'sue', 'run out: restore'],
    outcome: {
      ...{ ...OFF, state: 'litigation', isClosed: false, mails: ANSWERED },
      events: ['cases.confirm', 'cases.approve', 'cases.counter', 'cases.forward', 'cases.sue'],
    },
    answer: { mails: [...FORWARDED, 'notice-court'], events: answered },
  },
  {
    kind: 'person_shown',
    acts: ['confirm', 'withdraw'],
    outcome: {
      ...{ ...LEFT, state: 'withdrawn', mails: CONFIRMED },
      events: ['cases.confirm', 'cases.hide', 'cases.withdraw'],
    },
  },
  {
    kind: 'copyright',
    acts: ['confirm', 'approve', 'withdraw'],
    outcome: {
      ...{ ...BACK, mails: [...TAKEN, 'source-restored'] },
      events: ['cases.confirm', 'cases.approve', 'cases.withdraw'],
    },
  },
  {
    kind: 'illegal_content',
    acts: ['confirm', 'approve', 'run out: complaint_term'],
    outcome: {
      ...{ ...OFF, strike: 'none', state: 'approved', isClosed: true, mails: TAKEN },
      events: ['cases.confirm', 'cases.approve', 'cases.close'],
    },
  },
  {
    kind: 'intimate_image',
    acts: ['confirm', 'approve'],
    outcome: {
      ...{ ...OFF, state: 'approved', isClosed: true, mails: TAKEN },
      events: ['cases.confirm', 'cases.hide', 'cases.approve'],
    },
  },
  {
    kind: 'privacy',
    acts: ['confirm', 'approve', 'restore'],
    outcome: {
      ...{ ...BACK, strike: 'none', mails: [...TAKEN, 'source-restored'] },
      events: ['cases.confirm', 'cases.approve', 'cases.restore'],
    },
  },
  {
    kind: 'copyright',
    acts: ['deny'],
    outcome: { ...DENIED, mails: [...RECEIVED, 'notice-decision'], events: ['cases.deny'] },
  },
  {
    kind: 'authority_order',
    acts: ['confirm', 'approve'],
    outcome: {
      ...{ ...OFF, strike: 'none', state: 'approved', isClosed: true, mails: DECIDED },
      events: ['cases.confirm', 'cases.approve'],
    },
  },
];
