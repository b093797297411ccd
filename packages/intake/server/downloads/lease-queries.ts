import type { DownloadStep } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { type EnteredStep, updateNoting } from '@vesper/core/jobs/event-queries.ts';
import { fromNow, isHeld, type Lease } from '@vesper/core/jobs/leased-queries.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DownloadJobRow } from './download-queries.ts';

export interface DownloadState {
  step: DownloadStep;
  progress: number;
  /** Whether it progressed since last saved. */
  hasMoved?: boolean;
  receivedBytes?: number | null;
  totalBytes?: number | null;
  bytesPerSecond?: number | null;
}

/** Claims the next ready job after the last lane. Uses the database's clock: workers' clocks may differ. */
export function claimDownload(
  db: Db,
  afterLane: string,
  leaseMs: number,
): Promise<DownloadJobRow | undefined> {
  return firstRow(db)<DownloadJobRow>`
    select * from claim_download(${afterLane}, ${leaseMs} * interval '1 millisecond')`;
}

/** Renews a lease and saves progress and steps. No indexed column changes. */
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
  metadata?: string;
}

/** False once the lease is lost. */
export async function updateLeased(
  db: Db,
  lease: Lease,
  fields: LeaseUpdate,
  entered: readonly EnteredStep[] = [],
): Promise<boolean> {
  const update = db.updateTable('download_jobs').set(fields).where(isHeld(lease)).returning('id');
  return updateNoting(db, lease, sql`${update}`, entered);
}

/** Requeues jobs of lost workers and readies those whose pause is over, up to `limit` of each (`return_downloads`). */
export async function returnDownloads(db: Db, limit: number): Promise<void> {
  await execute(db)`select return_downloads(${limit})`;
}
