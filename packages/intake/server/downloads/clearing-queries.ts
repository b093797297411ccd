import type { QueueClearing } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { DownloadClearings } from '@vesper/core/db/schema.ts';
import { isClearedAway } from '@vesper/library/videos';
import { type RawBuilder, type Selectable, sql } from 'kysely';

export type ClearingRow = Pick<Selectable<DownloadClearings>, 'id' | 'cleared_at' | 'jobs'>;

const UNDONE_WITHIN = sql`interval '1 hour'`;
const UNDONE_WITHIN_MS = 3_600_000;

/** How runs count restored downloads: one row with the run's `id` for each. */
export type CountReturned = (returned: RawBuilder<unknown>) => RawBuilder<unknown>;

export interface ClearedJobs {
  hashes: Buffer[];
  sourceIds: string[];
}

export async function insertClearing(db: Db): Promise<string> {
  const rows = await execute(db)<{ id: string }>`
    insert into download_clearings (jobs) values (0) returning id`;
  return rows[0]?.id ?? '';
}

/** Moves up to `limit` waiting jobs; skips those being claimed. None once the clearing is undone. */
export async function moveOutPending(
  tx: Db,
  { id, upTo, limit }: { id: string; upTo: number; limit: number },
): Promise<ClearedJobs> {
  const rows = await execute(tx)<{ hash: Buffer; source_id: string | null }>`
    with clearing as materialized (
      select id from download_clearings where id = ${id} and undone_at is null for no key update),
    gone as (
      delete from download_jobs where id in
        (select id from download_jobs where status = 'pending' and position <= ${upTo}
           and exists (select from clearing)
         order by position desc limit ${limit} for update skip locked)
      returning *),
    kept as (
      insert into cleared_downloads (clearing_id, position, job)
      select ${id}, gone.position, to_jsonb(gone) from gone),
    counted as (
      update download_clearings set jobs = jobs + (select count(*) from gone) where id = ${id})
    select source_url_hash as hash, source_id from gone`;
  return {
    hashes: rows.map(({ hash }) => hash),
    sourceIds: [...new Set(rows.flatMap(({ source_id }) => source_id ?? []))].sort(),
  };
}

/** Undefined if nothing was moved: then the clearing is dropped. */
export async function endClearing(db: Db, id: string): Promise<ClearingRow | undefined> {
  await execute(db)`delete from download_clearings where id = ${id} and jobs = 0`;
  return db
    .selectFrom('download_clearings')
    .select(['id', 'cleared_at', 'jobs'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function selectClearings(db: Db): Promise<ClearingRow[]> {
  return execute(db)<ClearingRow>`
    select id, cleared_at, jobs from download_clearings
    where cleared_at > now() - ${UNDONE_WITHIN} and undone_at is null and jobs > 0 order by cleared_at desc`;
}

export function viewClearing({ id, cleared_at: clearedAt, jobs }: ClearingRow): QueueClearing {
  const until = new Date(clearedAt.getTime() + UNDONE_WITHIN_MS).toISOString();
  return { id, clearedAt: clearedAt.toISOString(), until, count: jobs };
}

/** Undefined if there is none, or it was undone. */
export function markUndone(tx: Db, id: string): Promise<ClearingRow | undefined> {
  return firstRow(tx)<ClearingRow>`
    update download_clearings set undone_at = now()
    where id = ${id} and undone_at is null and cleared_at > now() - ${UNDONE_WITHIN}
    returning id, cleared_at, jobs`;
}

/** All but generated columns. */
const COLUMNS = sql`id, source_url, source_url_hash, status, progress, error, error_class, video_id, source_id,
  crawler_run_id, metadata, attempts, leases, returns, retry_at, created_at, completed_at, external_id, cancelled_at,
  priority, position, run_at, leased_until, received_bytes, total_bytes, bytes_per_second, step, moved_at,
  request_id`;

/**
 * Restores a clearing's jobs and their runs' counts; returns their addresses' hashes. Skips addresses that are queued
 * again, have a new video or are blocked, and those whose source is gone or whose run was stopped.
 */
export function putBack(
  tx: Db,
  { id, cleared_at: clearedAt }: ClearingRow,
  countReturned: CountReturned,
): Promise<Buffer[]> {
  return columnOf(tx)<Buffer>`
    with kept as (delete from cleared_downloads where clearing_id = ${id} returning job),
    fitting as (
      select (jsonb_populate_record(j, jsonb_build_object(
               'video_id', (select v.id from videos v where v.id = j.video_id)))).*
      from kept cross join lateral jsonb_populate_record(null::download_jobs, kept.job) as j
      where not exists (select from blocked_addresses b where b.hash = j.source_url_hash)
        and not exists (select from videos v where v.source_url_hash = j.source_url_hash
                        and v.created_at > ${clearedAt} and not ${isClearedAway})
        and (j.source_id is null
             or exists (select from video_sources s
                        where s.id = j.source_id and s.deleting_at is null and s.struck_out_at is null))
        and not exists (select from crawler_runs r where r.id = j.crawler_run_id
                        and r.status = 'cancelled' and r.completed_at > ${clearedAt})),
    restored as (
      insert into download_jobs (${COLUMNS}) overriding system value
      select ${COLUMNS} from fitting order by source_url_hash, position
      on conflict (source_url_hash) where status in ('pending', 'processing') do nothing
      returning crawler_run_id, source_url_hash),
    counted as (${countReturned(sql`select crawler_run_id as id from restored`)})
    select source_url_hash as hash from restored`;
}

export async function forgetClearings(db: Db): Promise<void> {
  await execute(db)`delete from download_clearings where cleared_at <= now() - ${UNDONE_WITHIN}`;
}
