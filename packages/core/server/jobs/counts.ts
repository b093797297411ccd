import type { FailureCounts, JobCount } from '@vesper/contract';
import type { Db } from '../db/pool.ts';
import { countFailures, type LeasedTable } from './leased-queries.ts';

export const MOST_COUNTED = 1_000;

export function capped(count: number): JobCount {
  return { count: Math.min(count, MOST_COUNTED), isCapped: count > MOST_COUNTED };
}

export async function listFailures(db: Db, table: LeasedTable): Promise<FailureCounts> {
  const counts = await countFailures(db, table, MOST_COUNTED + 1);
  return counts
    .filter(({ count }) => count > 0)
    .map(({ errorClass, count }) => ({ errorClass, ...capped(count) }));
}
