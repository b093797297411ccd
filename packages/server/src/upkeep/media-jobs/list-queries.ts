import {
  DOWNLOAD_ERROR_CLASSES,
  type DownloadErrorClass,
  MEDIA_JOB_STATUSES,
  MEDIA_STEPS,
  type MediaJob,
} from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import type { ListedJobRow } from './job-queries.ts';

/** Where the jobs that are looked for stand. */
export type MediaJobScope = { sourceId: string } | { rerunId: string } | { videoId: string };

export interface MediaJobSearch {
  status?: string | undefined;
  step?: string | undefined;
  /** Of failed ones. */
  errorClass?: string | undefined;
  scope?: MediaJobScope | undefined;
  /** Those that were asked for before the one at this position. */
  before?: number | undefined;
}

/** The latest first. Whatever is asked for is read in its order from one index, or from one for each status and step. */
export async function selectMediaJobs(
  db: Db,
  limit: number,
  search: MediaJobSearch,
): Promise<ListedJobRow[]> {
  const { rows } = await sql<ListedJobRow>`
    select m.*, v.title
    from (select * from (${found(search, limit)}) as found order by position desc limit ${limit}::int) as m
    join videos v on v.id = m.video_id order by m.position desc`.execute(db);
  return rows;
}

/** How many there are, counted up to `most`. */
export async function countMediaJobs(db: Db, search: MediaJobSearch, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from (${found(search, most, sql`1 as one`)}) as found limit ${most}) as m`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The ids of failed jobs that were not cancelled, held until the transaction ends; the latest of those before one. */
export async function lockFailedJobs(
  tx: Db,
  search: Omit<MediaJobSearch, 'status'>,
  limit: number,
): Promise<{ id: string; video_id: string; step: string; position: number; cancelled_at: Date | null }[]> {
  const looked = found({ ...search, status: 'failed' }, limit);
  const { rows } = await sql<{
    id: string;
    video_id: string;
    step: string;
    position: number;
    cancelled_at: Date | null;
  }>`
    select id, video_id, step, position, cancelled_at from media_jobs
    where status = 'failed' and id in (
      select id from (${looked}) as looked order by position desc limit ${limit})
    order by position desc for update`.execute(tx);
  return rows;
}

/** Failed jobs of each class of errors there is, counted up to `most` each; cancelled ones have none. */
export async function countMediaFailures(
  db: Db,
  most: number,
): Promise<{ errorClass: DownloadErrorClass; count: number }[]> {
  const { rows } = await sql<{ errorClass: DownloadErrorClass; count: number }>`
    select wanted.class as "errorClass", (
      select count(*)::int from (
        select 1 from media_jobs where status = 'failed' and error_class = wanted.class limit ${most}) as failed
    ) as count
    from unnest(${[...DOWNLOAD_ERROR_CLASSES]}::text[]) as wanted (class)`.execute(db);
  return rows;
}

/** How many jobs have each status, from the counts that the database keeps. */
export async function countMediaJobsByStatus(db: Db): Promise<Record<MediaJob['status'], number>> {
  const rows = await db.selectFrom('media_job_totals').selectAll().execute();
  const none = { pending: 0, processing: 0, completed: 0, failed: 0 };
  return Object.assign(none, Object.fromEntries(rows.map(({ status, jobs }) => [status, jobs ?? 0])));
}

export async function foldMediaJobCounts(db: Db): Promise<void> {
  await sql`select fold_media_job_changes()`.execute(db);
}

const ALL = sql`*`;

/** Of each place at most `limit` rows, the latest. Minus the position leaves one index to choose (0029). */
function found(search: MediaJobSearch, limit: number, columns = ALL): RawBuilder<unknown> {
  const { status, step, errorClass, scope, before = Number.MAX_SAFE_INTEGER } = search;
  const ofStep = step === undefined ? sql`` : sql`and step = ${step}`;
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`;
  if (scope !== undefined && 'videoId' in scope) {
    const ofClass = errorClass ? sql`and error_class = ${errorClass}` : sql``;
    return sql`select ${columns} from media_jobs
      where video_id = ${scope.videoId} ${ofStatus} ${ofStep} ${ofClass} and position < ${before}::bigint`;
  }
  if (scope === undefined && !errorClass)
    return sql`select ${columns} from media_jobs where position < ${before}::bigint ${ofStatus} ${ofStep}
      order by position desc limit ${limit}::int`;
  // Failed ones have an index by their class.
  const ofState = errorClass
    ? sql`status = 'failed' and error_class = ${errorClass} and ${status === undefined || status === 'failed'}`
    : sql`status = wanted.state`;
  const statuses = errorClass ? ['failed'] : status === undefined ? [...MEDIA_JOB_STATUSES] : [status];
  return sql`
    select found.* from unnest(${statuses}::text[]) as wanted (state)
    cross join unnest(${step === undefined ? [...MEDIA_STEPS] : [step]}::text[]) as asked (name)
    cross join lateral (
      select ${columns} from media_jobs
      where ${ofState} and step = asked.name ${ofScope(scope)} and -position > ${-before}::bigint
      order by -position limit ${limit}::int) as found`;
}

function ofScope(scope: MediaJobScope | undefined): RawBuilder<unknown> {
  if (scope === undefined || 'videoId' in scope) return sql``;
  return 'sourceId' in scope
    ? sql`and source_id = ${scope.sourceId}`
    : sql`and rerun_id = ${scope.rerunId}::bigint`;
}
