import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import { AS_CANCELLED, isOpen } from '@vesper/core/jobs/leased-queries.ts';
import type { BatchDone } from '@vesper/core/jobs/steering.ts';
import { isClearedAway } from '@vesper/library/videos';
import { type RawBuilder, sql } from 'kysely';
import { FAILURE_CLASSES, LANE } from './download-list-queries.ts';
import type { DownloadJobRow } from './download-queries.ts';

export async function cancelOpenOf(tx: Db, ids: readonly string[]): Promise<DownloadJobRow[]> {
  const open = sql`select id from download_jobs where id = any (${ids}::text[])
    and ${isOpen} order by id for update`;
  return cancelThose(tx, open);
}

export async function cancelPendingBatch(
  tx: Db,
  { lane, upTo, limit }: { lane: string; upTo: number; limit: number },
): Promise<DownloadJobRow[]> {
  const pending = sql`select id from download_jobs
    where ${LANE} = ${lane} and status = 'pending' and -position >= ${-upTo}
    order by -position limit ${limit} for update skip locked`;
  return cancelThose(tx, pending);
}

function cancelThose(tx: Db, ids: RawBuilder<unknown>): Promise<DownloadJobRow[]> {
  return execute(tx)<DownloadJobRow>`
    update download_jobs set ${AS_CANCELLED} where id in (${ids}) and ${isOpen} returning *`;
}

/** Moves a pending job to the front and ends its pause; false if not pending. */
export function moveUpPending(db: Db, id: string, priority: number): Promise<boolean> {
  return anyRow(db)`
    update download_jobs set priority = ${priority}::smallint, run_at = null
    where id = ${id} and status = 'pending' returning id`;
}

/** As if just added, except that past leases still count. */
const AFRESH = sql`status = 'pending', attempts = 0, returns = leases, progress = 0, error = null, error_class = null,
  cancelled_at = null, completed_at = null, retry_at = null, run_at = null, video_id = null,
  received_bytes = null, total_bytes = null, bytes_per_second = null`;

/** Not blocked, and with neither a video nor an open job. */
function isFree(hash: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from blocked_addresses b where b.hash = ${hash})
        and not exists (select from videos v where v.source_url_hash = ${hash} and not ${isClearedAway})
        and not exists (select from download_jobs o where o.source_url_hash = ${hash}
                        and o.status in ('pending', 'processing'))`;
}

/** Undefined if it has not failed or its address is not free. */
export function reopenFailed(db: Db, id: string, priority: number): Promise<DownloadJobRow | undefined> {
  return firstRow(db)<DownloadJobRow>`
    update download_jobs j set ${AFRESH}, priority = ${priority}::smallint
    where j.id = ${id} and j.status = 'failed' and ${isFree(sql`j.source_url_hash`)}
    returning *`;
}

export interface FailedJobs {
  errorClass?: string | undefined;
  lane?: string | undefined;
  runId?: string | undefined;
}

/** Latest first; skips cancelled ones. `next` is the position to continue from, null at the end. */
export async function reopenFailedBatch(
  db: Db,
  { errorClass, lane, runId, before, limit }: FailedJobs & { before: number; limit: number },
): Promise<BatchDone> {
  const classes = errorClass === undefined ? FAILURE_CLASSES : [errorClass];
  const scope = lane !== undefined ? sql`${LANE} = ${lane}` : sql`crawler_run_id = ${runId}`;
  const isScoped = lane !== undefined || runId !== undefined;
  const earlier = isScoped
    ? sql`and ${scope} and -position > ${-before} order by -position`
    : sql`and position < ${before} order by position desc`;
  const looked = sql`
    select failed.* from unnest(${[...classes]}::text[]) as wanted (class) cross join lateral (
      select id, source_url_hash, position, cancelled_at from download_jobs
      where status = 'failed' and error_class = wanted.class ${earlier} limit ${limit}) as failed
    order by position desc limit ${limit}`;
  const rows = await execute(db)<{ n: number; next: number | null }>`
    with looked as (${looked}), ${reopening(sql`l.cancelled_at is null`)}
    select (select count(*)::int from opened) as n,
           (select min(position) from looked having count(*) = ${limit}) as next`;
  return { count: rows[0]?.n ?? 0, next: rows[0]?.next ?? null };
}

/** Only those whose address is free; returns how many. */
export function reopenFailedOf(db: Db, ids: readonly string[]): Promise<number> {
  return numberOf(db)`
    with looked as (select id, source_url_hash, position from download_jobs
                    where id = any (${ids}::text[]) and status = 'failed'),
      ${reopening(sql`true`)}
    select count(*)::int as n from opened`;
}

/** Reopens jobs of `looked`, one per address. */
function reopening(isWanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`chosen as (
      select distinct on (l.source_url_hash) l.id from looked l
      where ${isWanted} and ${isFree(sql`l.source_url_hash`)}
      order by l.source_url_hash, l.position desc
    ), locked as (
      select id from download_jobs where id in (select id from chosen) and status = 'failed'
      order by id for update skip locked
    ), opened as (
      update download_jobs j set ${AFRESH} from locked where j.id = locked.id returning j.id
    )`;
}

export function selectLastPosition(db: Db): Promise<number> {
  return numberOf(db)`
    select position from download_jobs order by position desc limit 1`;
}

/** Leased, with progress in the last five minutes. */
const IS_MOVING = sql`leased_until > now() and coalesce(moved_at, now()) > now() - interval '5 minutes'`;

export async function countMoving(db: Db): Promise<{ processing: number; moving: number }> {
  const rows = await execute(db)<{ processing: number; moving: number }>`
    select count(*)::int as processing, count(*) filter (where ${IS_MOVING})::int as moving
    from download_jobs where status = 'processing'`;
  return rows[0] ?? { processing: 0, moving: 0 };
}

/** Ends all leases; workers notice at their next renewal. */
export async function returnProcessing(db: Db, { keepMoving }: { keepMoving: boolean }): Promise<number> {
  const rows = await execute(db)`
    update download_jobs set status = 'pending', returns = returns + 1, progress = 0, leased_until = null where id in
      (select id from download_jobs where status = 'processing' and not (${keepMoving} and ${IS_MOVING})
       order by id for update)
    returning id`;
  return rows.length;
}

/** No video may arrive after all others are cleared. */
export async function endDownloadsUnderWay(tx: Db, sentence: string): Promise<void> {
  await execute(tx)`
    update download_jobs set status = 'failed', error = ${sentence}, error_class = null, cancelled_at = now(),
      completed_at = now(), retry_at = now(), run_at = null
    where id in (select id from download_jobs where status = 'processing' order by id for update)`;
}
