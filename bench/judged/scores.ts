import type { Relevance } from './relevance.ts';

/** A first page of results. */
export const FIRST_PAGE = 24;
const RANKED = 10;

/** The share of needed videos on the first page, at most as many as fit; undefined if none is needed. */
export function recall(found: readonly string[], { needed }: Relevance): number | undefined {
  if (needed.size === 0) return undefined;
  const met = new Set(found.slice(0, FIRST_PAGE).filter((id) => needed.has(id)));
  return met.size / Math.min(FIRST_PAGE, needed.size);
}

/**
 * The normalized discounted cumulative gain of the first ten: 1 is the best possible order. A video of grade g at
 * position p is worth (2^g - 1) / log2(p + 1) (Burges et al., "Learning to Rank using Gradient Descent", 2005).
 * Undefined if nothing is relevant.
 */
export function ndcg(found: readonly string[], { grades }: Relevance): number | undefined {
  const best = gain([...grades.values()].sort((a, b) => b - a));
  return best === 0 ? undefined : gain([...new Set(found)].map((id) => grades.get(id) ?? 0)) / best;
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, RANKED)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** The irrelevant videos of the first page. */
export function strangers(found: readonly string[], { grades }: Relevance): string[] {
  return found.slice(0, FIRST_PAGE).filter((id) => !grades.has(id));
}

/** Whether there are results, and none of the first ten is relevant. */
export function isAstray(found: readonly string[], { grades }: Relevance): boolean {
  return found.length > 0 && !found.slice(0, RANKED).some((id) => grades.has(id));
}

/** The mean of the defined values; undefined without any. */
export function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}
