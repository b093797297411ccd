import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { DownloadJobs } from '@vesper/core/db/schema.ts';
import { currentRequestId } from '@vesper/core/lib/request-id.ts';
import { isClearedAway } from '@vesper/library/videos';
import { type Selectable, sql } from 'kysely';
import type { SourceMetadata } from '../readers/index.ts';

export type DownloadJobRow = Selectable<DownloadJobs>;

export interface NewDownload {
  sourceUrl: string;
  sourceUrlHash: Buffer;
  sourceId: string | null;
  crawlerRunId: string | null;
  metadata: SourceMetadata | null;
  externalId?: string | null;
  /** Higher first; 0 by default. */
  priority?: number;
  /** The public video whose film this download replaces. */
  videoId?: string;
}

export interface InsertOptions {
  skipVideos?: boolean;
  /** How many new rows to return. */
  rowLimit?: number;
}

/** Inserts those without an open job or a block, in one statement; returns the count and the first rows. */
export async function insertDownloads(
  db: Db,
  downloads: readonly NewDownload[],
  { skipVideos = false, rowLimit = 0 }: InsertOptions = {},
): Promise<{ count: number; rows: DownloadJobRow[] }> {
  if (downloads.length === 0) return { count: 0, rows: [] };
  // Ordered by hash, so that concurrent writers cannot deadlock on the unique index.
  const rows = await execute(db)<DownloadJobRow & { inserted: number }>`
    with given as (
      select *, nextval(pg_get_serial_sequence('download_jobs', 'position')) as place
      from unnest(${downloads.map((one) => one.sourceUrl)}::text[],
                  ${downloads.map((one) => one.sourceUrlHash)}::bytea[],
                  ${downloads.map((one) => one.sourceId)}::text[],
                  ${downloads.map((one) => one.crawlerRunId)}::text[],
                  ${downloads.map((one) => (one.metadata === null ? null : JSON.stringify(one.metadata)))}::text[],
                  ${downloads.map((one) => one.externalId ?? null)}::text[],
                  ${downloads.map((one) => one.priority ?? 0)}::smallint[],
                  ${downloads.map((one) => one.videoId ?? null)}::text[])
        as one (url, hash, source_id, run_id, metadata, external_id, priority, video_id)
    ), inserted as (
      insert into download_jobs (source_url, source_url_hash, source_id, crawler_run_id, metadata, external_id,
                                 priority, video_id, position, request_id) overriding system value
      select url, hash, source_id, run_id, metadata::jsonb, external_id, priority, video_id, place,
        ${currentRequestId() ?? null}::text from given
      where not (${skipVideos} and exists (select from videos v
                                              where v.source_url_hash = given.hash and not ${isClearedAway}))
        and not exists (select from blocked_addresses b where b.hash = given.hash)
      order by hash, place
      on conflict (source_url_hash) where status in ('pending', 'processing') do nothing
      returning *
    )
    select i.*, c.inserted from (select count(*)::int as inserted from inserted) as c
    left join lateral (select * from inserted order by position limit ${rowLimit}) as i on true`;
  const count = rows[0]?.inserted ?? 0;
  return { count, rows: rowLimit > 0 && count > 0 ? rows.map(({ inserted: _, ...row }) => row) : [] };
}

/** The source's id for the video when the address was last queued. */
export function selectExternalIdOf(
  db: Db,
  addressHash: Buffer,
): Promise<{ sourceId: string; externalId: string } | undefined> {
  return firstRow(db)<{ sourceId: string; externalId: string }>`
    select source_id as "sourceId", coalesce(external_id, metadata->>'externalId') as "externalId"
    from download_jobs
    where source_url_hash = ${addressHash} and source_id is not null
      and coalesce(external_id, metadata->>'externalId') <> ''
    order by created_at desc limit 1`;
}

export interface RunDownloads {
  added: number;
  /** Without those put off. */
  open: number;
  tried: number;
}

export interface RunEnding {
  errorClass: string | null;
  /** Waiting, or ended without a video. */
  status: 'pending' | 'failed';
  count: number;
}

export function countEndingsOfRun(db: Db, runId: string): Promise<RunEnding[]> {
  return execute(db)<RunEnding>`
    select status, error_class as "errorClass", count(*)::int as count from download_jobs
    where crawler_run_id = ${runId} and cancelled_at is null and (status = 'failed' or status = 'pending' and put_off)
    group by 1, 2`;
}

export async function countDownloadsOfRun(db: Db, runId: string): Promise<ReadonlyMap<string, RunDownloads>> {
  const rows = await execute(db)<RunDownloads & { sourceId: string }>`
    select source_id as "sourceId", count(*) filter (where status = 'completed')::int as added,
      count(*) filter (where status in ('pending', 'processing') and not put_off)::int as open,
      count(*)::int as tried
    from download_jobs where crawler_run_id = ${runId} and source_id is not null group by source_id`;
  return new Map(rows.map(({ sourceId, ...counts }) => [sourceId, counts]));
}

/** Videos since a moment, and open downloads. */
export function countAgainstQuota(db: Db, sourceId: string, since: Date): Promise<number> {
  return numberOf(db)`
    select ((select count(*) from download_jobs
             where source_id = ${sourceId} and status = 'completed' and completed_at >= ${since})
          + (select count(*) from download_jobs
             where source_id = ${sourceId} and status in ('pending', 'processing')))::int as n`;
}

export function countWithoutVideo(db: Db, addressHash: Buffer): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from download_jobs
    where source_url_hash = ${addressHash} and status = 'failed' and error_class = 'not_video'`;
}

/** Failed downloads of a source that are due for a retry, longest waiting first. */
export function selectDueDownloads(
  db: Db,
  {
    sourceId,
    now,
    limit,
    withoutVideo,
  }: { sourceId: string; now: Date; limit: number; withoutVideo: boolean },
): Promise<Pick<NewDownload, 'sourceUrl' | 'externalId' | 'metadata'>[]> {
  return execute(db)<Pick<NewDownload, 'sourceUrl' | 'externalId' | 'metadata'>>`
    select source_url as "sourceUrl", external_id as "externalId", metadata from download_jobs j
    where source_id = ${sourceId} and status = 'failed' and retry_at <= ${now}
      and (error_class = 'not_video' or not ${withoutVideo})
      and not exists (select from download_jobs later
                      where later.source_url_hash = j.source_url_hash and later.position > j.position)
    order by retry_at limit ${limit}`;
}

export async function selectDownload(db: Db, id: string): Promise<DownloadJobRow | undefined> {
  return db.selectFrom('download_jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Failed ones by their endings, from the database's counters. */
export async function countByStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('download_totals').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.jobs]));
}

export async function countOpenOfRun(
  db: Db,
  runId: string,
): Promise<{ pending: number; processing: number }> {
  const rows = await execute(db)<{ pending: number; processing: number }>`
    select count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'processing')::int as processing
    from download_jobs where crawler_run_id = ${runId} and status in ('pending', 'processing')`;
  return rows[0] ?? { pending: 0, processing: 0 };
}

/** The next run may take them. Returns how many. */
export async function cancelPendingOfRun(tx: Db, runId: string, sentence: string): Promise<number> {
  const rows = await tx
    .updateTable('download_jobs')
    .set({
      status: 'failed',
      error: sentence,
      error_class: null,
      cancelled_at: sql`now()`,
      completed_at: sql`now()`,
      retry_at: sql`now()`,
    })
    .where('crawler_run_id', '=', runId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  return rows.length;
}

export async function selectOpenIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await execute(db)<{ id: string }>`
    select id from download_jobs where id = any (${ids}::text[]) and status in ('pending', 'processing')`;
  return new Set(rows.map((row) => row.id));
}

/** When the oldest first download of a ready lane was added, for sources and for downloads by hand. */
export function selectOldestReady(db: Db): Promise<{ kind: 'source' | 'manual'; since: Date }[]> {
  return execute(db)<{ kind: 'source' | 'manual'; since: Date }>`
    select o.kind, j.created_at as since
    from (select case lane when 'manual' then 'manual' else 'source' end as kind, min(head) as head
          from download_lanes where offered is not null group by 1) o
    join download_jobs j on j.position = o.head and j.status = 'pending'`;
}
