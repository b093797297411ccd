import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { fromNow, isHeld, type Lease } from '@vesper/core/jobs/leased-queries.ts';
import type { MediaJobRow } from './job-queries.ts';

/** See `claim_media_job`. All times are the database's. */
export function claimMediaJob(db: Db, leaseMs: number): Promise<MediaJobRow | undefined> {
  return firstRow(db)<MediaJobRow>`
    select * from claim_media_job(${leaseMs} * interval '1 millisecond')`;
}

/** False if the lease is lost. */
export function renewMediaLease(
  db: Db,
  lease: Lease,
  { leaseMs, progress }: { leaseMs: number; progress: number },
): Promise<boolean> {
  return anyRow(db)`
    update media_jobs set leased_until = ${fromNow(leaseMs)},
      progress = greatest(progress, ${progress}::int)
    where ${isHeld(lease)} returning id`;
}

export interface JobEnd {
  status: 'completed' | 'failed';
  error: string | null;
  errorClass?: string;
  attempts?: number;
}

/** Requeues a job that was requested meanwhile. False if the lease is lost. */
export async function endMediaJob(
  tx: Db,
  lease: Lease,
  { status, error, errorClass, attempts }: JobEnd,
): Promise<boolean> {
  const rows = await execute(tx)<{ again: boolean }>`
    update media_jobs set status = ${status}, error = ${error}, error_class = ${errorClass ?? null}, completed_at = now(),
      progress = case when ${status} = 'completed' then 100 else progress end,
      attempts = coalesce(${attempts ?? null}::int, attempts)
    where ${isHeld(lease)} returning again`;
  if (rows[0]?.again) {
    await execute(tx)`
      update media_jobs set status = 'pending', again = false, rerun_id = again_rerun_id, again_rerun_id = null,
        position = nextval(pg_get_serial_sequence('media_jobs', 'position')), progress = 0, error = null, error_class = null,
        attempts = 0, deaths = 0, completed_at = null
      where id = ${lease.id}`;
  }
  return rows.length > 0;
}

export interface Postponement {
  pauseMs: number;
  attempts?: number;
  error?: string;
  errorClass?: string;
}

/** False if the lease is lost. */
export function postponeMediaJob(
  db: Db,
  lease: Lease,
  { pauseMs, attempts, error, errorClass }: Postponement,
): Promise<boolean> {
  return anyRow(db)`
    update media_jobs set status = 'pending', progress = 0, attempts = coalesce(${attempts ?? null}::int, attempts),
      error = coalesce(${error ?? null}, error), error_class = coalesce(${errorClass ?? null}, error_class),
      run_at = case when ${pauseMs}::float > 0 then ${fromNow(pauseMs)} end
    where ${isHeld(lease)} returning id`;
}

/** Frees leases of dead workers, and jobs whose pause is over, at most `limit` of each (`return_media_jobs`). */
export async function returnMediaJobs(db: Db, limit: number): Promise<void> {
  await execute(db)`select return_media_jobs(${limit})`;
}
