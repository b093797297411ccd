/** A length of time. Business days are those of federal offices of the United States, counted in New York. */
export type Span = { hours: number } | { days: number } | { businessDays: number };

/**
 * A clock of a kind. It runs from when the case was received, confirmed or approved, or from when its counter-notice
 * was forwarded, for as long as the case is open, approved, or about to be restored.
 */
export interface ClockRule {
  name: string;
  from: 'received' | 'confirmed' | 'approved' | 'countered';
  after: Span;
  /** When the operator is told that it runs out, as spans from its beginning. */
  alarms: readonly Span[];
  /**
   * What happens when it has run out: a last alarm, the films come back, or the case is closed. An unconfirmed one lapses:
   * it ends as if its sender had withdrawn it.
   */
  does: 'alarm' | 'restore' | 'close' | 'lapse';
  /** It goes on while the sender is asked for more. */
  isHard?: true;
  /** Of `lapse`: also ends a confirmed one whose sender does not answer. */
  endsConfirmed?: true;
}

/** Runs for as long as a case is undecided and unconfirmed; no step is due at its end. */
export const LAPSE: ClockRule = {
  name: 'lapse',
  from: 'received',
  after: { days: 60 },
  alarms: [],
  does: 'lapse',
};

/** A reason to take something off, by which statements of reasons are written. */
export interface Ground {
  name: string;
  /** For the choice of administrators, and in mails and statements: `Infringement of copyright`. */
  words: string;
  /** The provision; null if our own terms are the ground. */
  law: string | null;
  /** False of an answer: an approval on this ground takes nothing off. */
  takesOff?: false;
}

/** What the site does with a kind of notice. Its form is in the contract's case-kinds. */
export interface CaseKindRules {
  kind: string;
  /** Comes into the order of the queue: the higher is seen first. */
  priority: number;
  /** When its videos are hidden: once it is approved, once its sender's mailbox is confirmed, or at once. */
  hides: 'decided' | 'confirmed' | 'received';
  /** Whether an approval counts a strike against the video's source. */
  strikes: boolean;
  /** The decision is mailed to an unconfirmed mailbox, too, within limits. */
  tellsUnconfirmed?: true;
  /** Only some may see it, and nothing of it is played or shown without an act of its own. */
  isRestricted: boolean;
  clocks: readonly ClockRule[];
  /** Why a video is gone, as its source is told: `because of ...`. Null: the source is not told. */
  sourceHears: string | null;
  /** How long after its close what identifies persons is kept. */
  retentionDays: number;
  /** The first is the default. */
  grounds: readonly [Ground, ...Ground[]];
  /** The name of the default instead, by what its sender has filled in. */
  groundFor?(filled: Readonly<Record<string, unknown>>): string;
}
