import type { Db } from '../../kernel/db/pool.ts';
import { oneValue } from '../../kernel/db/run-sql.ts';

/** How many media jobs have each status, from the counts that the database keeps. */
export async function countMediaJobs(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('media_job_totals').selectAll().execute();
  return Object.fromEntries(rows.map(({ status, jobs }) => [status, Number(jobs)]));
}

/** When the longest waiting job was added that could start now. */
export function selectOldestReadyJob(db: Db): Promise<Date | undefined> {
  return oneValue(db)<Date>`
    select created_at from media_jobs where status = 'pending' and run_at is null order by position limit 1`;
}
