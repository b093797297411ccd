export interface RankFacts {
  /** Names a video of ours. */
  isResolved: boolean;
  /** Came from a form opened a while before. */
  hasProof: boolean;
  /** Of the same mailbox. */
  approved: number;
  denied: number;
  /** Within the last hour. */
  fromNetwork: number;
}

export const CONFIRMED_RANK = 1_000_000;
/** Above all others: its videos should be hidden, but exceed what notices may hide. */
export const LEFT_RANK = 2 * CONFIRMED_RANK;

const MOST_COUNTED = 5;

/** Highest first. It never keeps a notice out. */
export function rankOf(facts: RankFacts & { priority: number }): number {
  return facts.priority * 10 + trustIn(facts);
}

/** Likely honesty; orders receipts. */
export function trustIn({ isResolved, hasProof, approved, denied, fromNetwork }: RankFacts): number {
  return (
    (isResolved ? 400 : 0) +
    (hasProof ? 200 : 0) +
    Math.min(approved, MOST_COUNTED) * 100 -
    Math.min(denied, MOST_COUNTED) * 150 -
    // Floods come from a few networks; a network's first notice costs nothing.
    Math.min(fromNetwork, 10) * 150
  );
}
