/** What decides who is seen first among unconfirmed notices. */
export interface RankFacts {
  /** Whether it names a video of ours. */
  isResolved: boolean;
  /** Whether it comes from a form that was opened a while before. */
  hasProof: boolean;
  /** Earlier notices of the same mailbox that were approved and denied. */
  approved: number;
  denied: number;
  /** Notices of the same network within the hour before. */
  fromNetwork: number;
}

/** A notice with a confirmed mailbox comes before all others. */
export const CONFIRMED_RANK = 1_000_000;
/** And before those what should be off the site at once, and is not: more was named than notices may hide. */
export const LEFT_RANK = 2 * CONFIRMED_RANK;

const MOST_COUNTED = 5;

/** The order of the desk; the higher is seen first. It never keeps a notice out. */
export function rankOf(facts: RankFacts & { priority: number }): number {
  return facts.priority * 10 + trustIn(facts);
}

/** How likely it is that somebody honest wrote it: the order in which receipts are sent. */
export function trustIn({ isResolved, hasProof, approved, denied, fromNetwork }: RankFacts): number {
  return (
    (isResolved ? 400 : 0) +
    (hasProof ? 200 : 0) +
    Math.min(approved, MOST_COUNTED) * 100 -
    Math.min(denied, MOST_COUNTED) * 150 -
    // Floods come from somewhere; the first notice of a network pays nothing.
    Math.min(fromNetwork, 10) * 150
  );
}
