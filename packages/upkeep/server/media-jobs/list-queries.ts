import { MEDIA_JOB_STATUSES, MEDIA_STEPS, type MediaJob } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, oneValue } from '@vesper/core/db/run-sql.ts';
import { countFound, latestOf } from '@vesper/core/jobs/leased-queries.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ListedJobRow, MediaJobRow } from './job-queries.ts';

export type MediaJobScope = { sourceId: string } | { rerunId: string } | { videoId: string };

export interface MediaJobSearch {
  status?: string | undefined;
  step?: string | undefined;
  errorClass?: string | undefined;
  scope?: MediaJobScope | undefined;
  /** A position. */
  before?: number | undefined;
}

/** Latest first. Any search reads one index in order, or one per status and step. */
export function selectMediaJobs(db: Db, limit: number, search: MediaJobSearch): Promise<ListedJobRow[]> {
  return execute(db)<ListedJobRow>`
    select m.*, v.title
    from (${latestOf(found(search, limit), limit)}) as m
    join videos v on v.id = m.video_id order by m.position desc`;
}

/** Counts up to `most`. */
export function countMediaJobs(db: Db, search: MediaJobSearch, most: number): Promise<number> {
  return countFound(db, found(search, most, sql`1 as one`), most);
}

/** Includes cancelled ones; the latest before `search.before`. */
export function lockFailedJobs(
  tx: Db,
  search: Omit<MediaJobSearch, 'status'>,
  limit: number,
): Promise<Pick<MediaJobRow, 'video_id' | 'step' | 'position' | 'cancelled_at'>[]> {
  const latest = latestOf(found({ ...search, status: 'failed' }, limit), limit);
  return execute(tx)<MediaJobRow>`
    select id, video_id, step, position, cancelled_at from media_jobs
    where status = 'failed' and id in (select id from (${latest}) as latest)
    order by position desc for update`;
}

/** From stored counts. */
export async function countMediaJobsByStatus(db: Db): Promise<Record<MediaJob['status'], number>> {
  const rows = await db.selectFrom('media_job_totals').selectAll().execute();
  const none = { pending: 0, processing: 0, completed: 0, failed: 0 };
  return Object.assign(none, Object.fromEntries(rows.map(({ status, jobs }) => [status, jobs ?? 0])));
}

export async function foldMediaJobCounts(db: Db): Promise<void> {
  await execute(db)`select fold_media_job_changes()`;
}

const ALL = sql`*`;

/** At most `limit` rows per index. Minus the position leaves the planner one index to choose. */
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
  // Failed ones have an index by class.
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

export function selectOldestReadyJob(db: Db): Promise<Date | undefined> {
  return oneValue(db)<Date>`
    select created_at from media_jobs where status = 'pending' and run_at is null order by position limit 1`;
}
