import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute, firstRow, numberOf } from '../../kernel/db/run-sql.ts';
import type { DownloadJobs } from '../../kernel/db/schema.ts';
import { isClearedAway } from '../../library/videos/index.ts';
import type { SourceMetadata } from '../readers/index.ts';

export type DownloadJobRow = Selectable<DownloadJobs>;

export interface NewDownload {
  sourceUrl: string;
  sourceUrlHash: Buffer;
  sourceId: string | null;
  crawlerRunId: string | null;
  metadata: SourceMetadata | null;
  /** What the source itself calls the video. */
  externalId?: string | null;
  /** Higher is served first; 0 unless given. */
  priority?: number;
}

export interface InsertOptions {
  /** Leave out addresses that have a video. */
  skipVideos?: boolean;
  /** How many of the new rows are wanted back. */
  rowLimit?: number;
}

/**
 * Inserts those for whose address no job is open yet and that are not on the block list, in one statement; how many,
 * and the first of them.
 */
export async function insertDownloads(
  db: Db,
  downloads: readonly NewDownload[],
  { skipVideos = false, rowLimit = 0 }: InsertOptions = {},
): Promise<{ count: number; rows: DownloadJobRow[] }> {
  if (downloads.length === 0) return { count: 0, rows: [] };
  // Written in the order of the hashes, so that two writers cannot deadlock on the unique index; numbered in theirs.
  const rows = await execute(db)<DownloadJobRow & { inserted: number }>`
    with given as (
      select *, nextval(pg_get_serial_sequence('download_jobs', 'position')) as place
      from unnest(${downloads.map((one) => one.sourceUrl)}::text[],
                  ${downloads.map((one) => one.sourceUrlHash)}::bytea[],
                  ${downloads.map((one) => one.sourceId)}::text[],
                  ${downloads.map((one) => one.crawlerRunId)}::text[],
                  ${downloads.map((one) => (one.metadata === null ? null : JSON.stringify(one.metadata)))}::text[],
                  ${downloads.map((one) => one.externalId ?? null)}::text[],
                  ${downloads.map((one) => one.priority ?? 0)}::smallint[])
        as one (url, hash, source_id, run_id, metadata, external_id, priority)
    ), inserted as (
      insert into download_jobs (source_url, source_url_hash, source_id, crawler_run_id, metadata, external_id,
                                 priority, position) overriding system value
      select url, hash, source_id, run_id, metadata::jsonb, external_id, priority, place from given
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

/** What a source called the video at an address when it was last queued. */
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

export function countDownloadsOfRun(db: Db, runId: string): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from download_jobs where crawler_run_id = ${runId}`;
}

/** Jobs that were made for a source since a moment: what its daily quota is measured against. */
export function countDownloadsOfSource(db: Db, sourceId: string, since: Date): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from download_jobs where source_id = ${sourceId} and created_at >= ${since}`;
}

export async function selectDownload(db: Db, id: string): Promise<DownloadJobRow | undefined> {
  return db.selectFrom('download_jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How many downloads have each status, failed ones by their endings, from the counts that the database keeps. */
export async function countByStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('download_totals').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.jobs]));
}

/** How many downloads of a run wait, and how many are on their way. */
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

/** Cancels the downloads of a run that still wait: the next run may take them. Answers how many. */
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

/** Open jobs of ids given. */
export async function selectOpenIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await execute(db)<{ id: string }>`
    select id from download_jobs where id = any (${ids}::text[]) and status in ('pending', 'processing')`;
  return new Set(rows.map((row) => row.id));
}
