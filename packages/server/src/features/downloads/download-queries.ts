import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { DownloadJobs } from '../../db/schema.ts';
import type { SourceMetadata } from '../readers/index.ts';

export type DownloadJobRow = Selectable<DownloadJobs>;

export interface NewDownload {
  sourceUrl: string;
  sourceUrlHash: Buffer;
  sourceId: string | null;
  crawlerRunId: string | null;
  /** What the source itself calls the video. */
  externalId?: string | null;
  metadata: SourceMetadata | null;
}

/** Inserts those for whose address no job is open yet; returns their ids. */
export async function insertDownloads(db: Db, downloads: readonly NewDownload[]): Promise<string[]> {
  if (downloads.length === 0) return [];
  // Sorted, so that two writers cannot deadlock on the unique index.
  const sorted = [...downloads].sort((a, b) => Buffer.compare(a.sourceUrlHash, b.sourceUrlHash));
  const rows = await db
    .insertInto('download_jobs')
    .values(
      sorted.map((one) => ({
        source_url: one.sourceUrl,
        source_url_hash: one.sourceUrlHash,
        source_id: one.sourceId,
        crawler_run_id: one.crawlerRunId,
        external_id: one.externalId || null,
        metadata: one.metadata === null ? null : JSON.stringify(one.metadata),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('source_url_hash').where('status', 'in', ['pending', 'processing']).doNothing(),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Takes a job up; undefined if it is gone or has ended. The number of leases is the holder's token: once
 * another has taken the job up, the former holder's writes no longer find it.
 */
export async function leaseDownload(db: Db, id: string): Promise<DownloadJobRow | undefined> {
  return db
    .updateTable('download_jobs')
    .set((eb) => ({ status: 'processing', leases: eb('leases', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returningAll()
    .executeTakeFirst();
}

export interface Lease {
  id: string;
  leases: number;
}

export interface LeaseUpdate {
  status?: string;
  progress?: number;
  error?: string | null;
  video_id?: string | null;
  attempts?: number;
  returns?: number;
  retry_at?: Date | null;
  completed_at?: Date;
}

/** Writes to a job that is still ours; false if it no longer is. */
export async function updateLeased(db: Db, lease: Lease, fields: LeaseUpdate): Promise<boolean> {
  const row = await db
    .updateTable('download_jobs')
    .set(fields)
    .where('id', '=', lease.id)
    .where('leases', '=', lease.leases)
    .where('status', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countDownloadsOfRun(db: Db, runId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from download_jobs where crawler_run_id = ${runId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Jobs that were made for a source since a moment: what its daily quota is measured against. */
export async function countDownloadsOfSource(db: Db, sourceId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from download_jobs where source_id = ${sourceId} and created_at >= ${since}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export async function selectLatestDownloads(db: Db, limit: number): Promise<DownloadJobRow[]> {
  return db
    .selectFrom('download_jobs')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countByStatus(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from download_jobs group by status`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

/** How many downloads of a run wait, and how many are on their way. */
export async function countOpenOfRun(
  db: Db,
  runId: string,
): Promise<{ pending: number; processing: number }> {
  const { rows } = await sql<{ pending: number; processing: number }>`
    select count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'processing')::int as processing
    from download_jobs where crawler_run_id = ${runId} and status in ('pending', 'processing')`.execute(db);
  return rows[0] ?? { pending: 0, processing: 0 };
}

/** Ids of open jobs, in their order, after one of them: all of them, a stretch at a time. */
export async function selectOpenStretch(db: Db, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from download_jobs where status in ('pending', 'processing') and id > ${afterId}
    order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Open jobs of ids given. */
export async function selectOpenIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from download_jobs where id = any (${ids}::text[]) and status in ('pending', 'processing')`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}
