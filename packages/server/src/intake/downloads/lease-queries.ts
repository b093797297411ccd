import type { DownloadStep } from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import type { DownloadJobRow } from './download-queries.ts';

/** A worker's hold on a job. The number of leases is the holder's token: once another holds the job it is another. */
export interface Lease {
  id: string;
  leases: number;
}

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

/** A step that was entered, and how long ago in milliseconds. */
export interface EnteredStep {
  step: DownloadStep;
  agoMs: number;
}

/**
 * Takes up the job whose turn it is, after the lane that was served last (claim_download in 0016). Undefined
 * where nothing is ready that may be begun. All times are the database's: workers' clocks may differ.
 */
export async function claimDownload(
  db: Db,
  afterLane: string,
  leaseMs: number,
): Promise<DownloadJobRow | undefined> {
  const { rows } = await sql<DownloadJobRow>`
    select * from claim_download(${afterLane}, ${leaseMs} * interval '1 millisecond')`.execute(db);
  return rows[0];
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
    update download_jobs set leased_until = now() + ${leaseMs} * interval '1 millisecond',
      moved_at = case when ${state?.hasMoved ?? false} then now() else coalesce(moved_at, now()) end,
      progress = greatest(progress, ${state?.progress ?? 0}::int), step = coalesce(${state?.step ?? null}, step),
      received_bytes = coalesce(${state?.receivedBytes ?? null}::bigint, received_bytes),
      total_bytes = coalesce(${state?.totalBytes ?? null}::bigint, total_bytes),
      bytes_per_second = coalesce(${state?.bytesPerSecond ?? null}::bigint, bytes_per_second)
    where id = ${lease.id} and leases = ${lease.leases} and status = 'processing' returning id`;
  return writeNoting(db, lease, renewal, entered);
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
  retry_at?: Date | null;
  completed_at?: Date;
  run_at?: RawBuilder<Date>;
}

/** Writes to a job that is still ours, with the steps that were entered; false if it no longer is. */
export async function updateLeased(
  db: Db,
  lease: Lease,
  fields: LeaseUpdate,
  entered: readonly EnteredStep[] = [],
): Promise<boolean> {
  const update = db
    .updateTable('download_jobs')
    .set(fields)
    .where('id', '=', lease.id)
    .where('leases', '=', lease.leases)
    .where('status', '=', 'processing')
    .returning('id');
  return writeNoting(db, lease, sql`${update}`, entered);
}

/** The moment so many milliseconds from now, on the database's clock. */
export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

/**
 * One statement: what is written of a job, and its steps. Those that were noted before are left out. None is earlier
 * than the last one noted: a statement that had to wait may have put that one too late.
 */
async function writeNoting(
  db: Db,
  lease: Lease,
  update: RawBuilder<unknown>,
  entered: readonly EnteredStep[],
): Promise<boolean> {
  if (entered.length === 0) return (await update.execute(db)).rows.length > 0;
  const { rows } = await sql`
    with ours as (${update}), noted as (
      insert into job_events (job_id, at, kind, lease, step)
      select ours.id, greatest(clock_timestamp() - ago * interval '1 millisecond', former.at), 'step',
        ${lease.leases}::int, name
      from ours cross join lateral (
        select max(e.at) as at from job_events e
        where e.job_id = ours.id and e.lease = ${lease.leases}::int and e.kind = 'step') as former, unnest(${entered.map(({ step }) => step)}::text[],
                        ${entered.map(({ agoMs }) => agoMs)}::float8[]) with ordinality as entered (name, ago, place)
      order by place
      on conflict (job_id, lease, step) where kind = 'step' do nothing
    ) select id from ours`.execute(db);
  return rows.length > 0;
}

/**
 * Puts back the jobs of workers that have not been heard of, and makes those ready whose pause is over, at most
 * `limit` of each (return_downloads in 0016).
 */
export async function returnDownloads(db: Db, limit: number): Promise<void> {
  await sql`select return_downloads(${limit})`.execute(db);
}
