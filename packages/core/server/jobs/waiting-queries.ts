import type { Db } from '../db/pool.ts';
import { anyRow, execute } from '../db/run-sql.ts';

export interface WaitingJobs {
  job: string;
  count: number;
  oldestAt: Date;
}

/** By kind, without pg-boss's own. */
export function selectWaiting(db: Db): Promise<WaitingJobs[]> {
  return execute(db)<WaitingJobs>`
    select name as job, count(*)::int as count, min(start_after) as "oldestAt" from jobs.job
    where state < 'active' and start_after <= now() and not starts_with(name, '__') group by name`;
}

/** Within the last `minutes`, at most 60. Times ahead of the clock do not count. */
export function hasEnded(db: Db, job: string, minutes: number): Promise<boolean> {
  return anyRow(db)`
    select from jobs.job where name = ${job} and state = 'completed'
      and completed_on between now() - ${minutes} * interval '1 minute' and now() limit 1`;
}
