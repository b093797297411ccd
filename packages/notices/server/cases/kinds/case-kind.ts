/** Business days of United States federal offices, in New York. */
export type Span = { hours: number } | { days: number } | { businessDays: number };

/** Runs from receipt, confirmation, approval or a forwarded counter-notice, while the case is in that phase. */
export interface ClockRule {
  name: string;
  from: 'received' | 'confirmed' | 'approved' | 'countered';
  after: Span;
  /** When the operator is warned, counted from the start. */
  alarms: readonly Span[];
  /** Raise a last alarm, restore the videos, close the case, or end an unconfirmed one as if withdrawn. */
  does: 'alarm' | 'restore' | 'close' | 'lapse';
  /** Keeps running while the sender is asked for more. */
  isHard?: true;
  /** For `lapse`: also ends confirmed cases whose sender does not answer. */
  endsConfirmed?: true;
}

/** Runs while a case is undecided and unconfirmed. */
export const LAPSE: ClockRule = {
  name: 'lapse',
  from: 'received',
  after: { days: 60 },
  alarms: [],
  does: 'lapse',
};

/** A reason for a takedown, as used in statements of reasons. */
export interface Ground {
  name: string;
  /** For the form, mails and statements: `Infringement of copyright`. */
  words: string;
  /** Null if the ground is our own terms. */
  law: string | null;
  /** False for an answer: its approval takes nothing down. */
  takesOff?: false;
}

/** The site's rules for a kind of notice; its form is in the contract's case-kinds. */
export interface CaseKindRules {
  /** In the queue, highest first. */
  priority: number;
  /** When its videos are hidden. */
  hides: 'decided' | 'confirmed' | 'received';
  /** Whether an approval counts a strike. */
  strikes: boolean;
  /** Mails the decision to unconfirmed mailboxes too, within limits. */
  tellsUnconfirmed?: true;
  /** Only some may see it, and content shows only after a logged act. */
  isRestricted: boolean;
  clocks: readonly ClockRule[];
  /** What its source is told: `because of ...`. Null: nothing. */
  sourceHears: string | null;
  /** How long personal data is kept after closing. */
  retentionDays: number;
  /** The first is the default. */
  grounds: readonly [Ground, ...Ground[]];
  /** Another default, depending on the form. */
  groundFor?(filled: Readonly<Record<string, unknown>>): string;
}
