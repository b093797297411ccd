import type { FailureCounts, JobCount } from '@vesper/contract';
import type { Db } from '../db/pool.ts';
import { countFailures, type LeasedTable } from './leased-queries.ts';

/** Counting goes no further. */
export const MOST_COUNTED = 1_000;

/** A count that was taken up to one more than is counted. */
export function capped(count: number): JobCount {
  return { count: Math.min(count, MOST_COUNTED), isCapped: count > MOST_COUNTED };
}

/** Of each class of errors that failed jobs have. */
export async function listFailures(db: Db, table: LeasedTable): Promise<FailureCounts> {
  const counts = await countFailures(db, table, MOST_COUNTED + 1);
  return counts
    .filter(({ count }) => count > 0)
    .map(({ errorClass, count }) => ({ errorClass, ...capped(count) }));
}
