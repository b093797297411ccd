import type { DownloadStep } from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute, firstRow } from '../../kernel/db/run-sql.ts';
import { type EnteredStep, updateNoting } from '../../kernel/jobs/event-queries.ts';
import { fromNow, isHeld, type Lease } from '../../kernel/jobs/leased-queries.ts';
import type { DownloadJobRow } from './download-queries.ts';

/** How a job stands. */
export interface DownloadState {
  step: DownloadStep;
  progress: number;
  /** Whether it came on since it was last written down. */
  hasMoved?: boolean;
  receivedBytes?: number | null;
  totalBytes?: number | null;
  bytesPerSecond?: number | null;
}

/**
 * Takes up the job whose turn it is, after the lane that was served last (`claim_download`). Undefined
 * where nothing is ready that may be begun. All times are the database's: workers' clocks may differ.
 */
export function claimDownload(
  db: Db,
  afterLane: string,
  leaseMs: number,
): Promise<DownloadJobRow | undefined> {
  return firstRow(db)<DownloadJobRow>`
    select * from claim_download(${afterLane}, ${leaseMs} * interval '1 millisecond')`;
}

/** Holds a job for longer, and writes how it stands, and the steps that were entered. No indexed column changes. */
export async function renewLease(
  db: Db,
  lease: Lease,
  leaseMs: number,
  state: DownloadState | undefined,
  entered: readonly EnteredStep[] = [],
): Promise<boolean> {
  const renewal = sql`
    update download_jobs set leased_until = ${fromNow(leaseMs)},
      moved_at = case when ${state?.hasMoved ?? false} then now() else coalesce(moved_at, now()) end,
      progress = greatest(progress, ${state?.progress ?? 0}::int), step = coalesce(${state?.step ?? null}, step),
      received_bytes = coalesce(${state?.receivedBytes ?? null}::bigint, received_bytes),
      total_bytes = coalesce(${state?.totalBytes ?? null}::bigint, total_bytes),
      bytes_per_second = coalesce(${state?.bytesPerSecond ?? null}::bigint, bytes_per_second)
    where ${isHeld(lease)} returning id`;
  return updateNoting(db, lease, renewal, entered);
}

export interface LeaseUpdate {
  status?: string;
  step?: DownloadStep | null;
  progress?: number;
  error?: string | null;
  error_class?: string | null;
  video_id?: string | null;
  attempts?: number;
  returns?: number;
  put_off?: boolean;
  retry_at?: Date | null;
  completed_at?: Date;
  run_at?: RawBuilder<Date>;
  /** JSON. */
  metadata?: string;
}

/** Writes to a job that is still ours, with the steps that were entered; false if it no longer is. */
export async function updateLeased(
  db: Db,
  lease: Lease,
  fields: LeaseUpdate,
  entered: readonly EnteredStep[] = [],
): Promise<boolean> {
  const update = db.updateTable('download_jobs').set(fields).where(isHeld(lease)).returning('id');
  return updateNoting(db, lease, sql`${update}`, entered);
}

/**
 * Puts back the jobs of workers that have not been heard of, and makes those ready whose pause is over, at most
 * `limit` of each (`return_downloads`).
 */
export async function returnDownloads(db: Db, limit: number): Promise<void> {
  await execute(db)`select return_downloads(${limit})`;
}
