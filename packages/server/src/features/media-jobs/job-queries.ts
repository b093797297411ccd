import type { MediaStep } from '@vesper/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { MediaJobs } from '../../db/schema.ts';

export type MediaJobRow = Selectable<MediaJobs>;
export type ListedJobRow = MediaJobRow & { title: string };

/** Higher is served first: what a person waits for, new videos, and then runs over many. */
export const PRIORITY = { byHand: 20, newVideo: 10, rerun: 0 } as const;

export interface StepRequest {
  step: MediaStep;
  videoIds: readonly string[];
  priority: number;
  rerunId?: number;
}

/**
 * Asks for a step of these videos, in one statement, also within the caller's transaction. What waits already goes on
 * waiting; what is under way is done once more afterwards (queue_media_jobs in 0020). Answers the ids of the jobs.
 */
export async function queueMediaJobs(
  db: Db,
  { step, videoIds, priority, rerunId }: StepRequest,
): Promise<string[]> {
  if (videoIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from queue_media_jobs(${videoIds}::text[], ${step}, ${priority}::int, ${rerunId ?? null}::bigint)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export async function selectMediaJob(db: Db, id: string): Promise<ListedJobRow | undefined> {
  const { rows } = await sql<ListedJobRow>`
    select m.*, v.title from media_jobs m join videos v on v.id = m.video_id where m.id = ${id}`.execute(db);
  return rows[0];
}

export interface JobFilter {
  status?: string | undefined;
  step?: string | undefined;
  /** Those that were asked for before the one at this position. */
  before: number;
}

/** The latest first. */
export async function selectMediaJobs(
  db: Db,
  limit: number,
  { status, step, before }: JobFilter,
): Promise<ListedJobRow[]> {
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`;
  const ofStep = step === undefined ? sql`` : sql`and step = ${step}`;
  const { rows } = await sql<ListedJobRow>`
    select m.*, v.title
    from (select * from media_jobs where position < ${before}::bigint ${ofStatus} ${ofStep}
          order by position desc limit ${limit}::int) as m
    join videos v on v.id = m.video_id order by m.position desc`.execute(db);
  return rows;
}

/** Of these jobs, those that are under way: their work folders are in use. */
export async function selectJobsUnderWay(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from media_jobs where id = any (${ids}::text[]) and status = 'processing'`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** The pictures came with the video itself: what of them could not be made, as their job would say it. */
export async function recordPictureProblems(
  tx: Db,
  videoId: string,
  problems: readonly string[],
): Promise<void> {
  await sql`
    insert into media_jobs (video_id, step, status, progress, error, started_at, completed_at)
    values (${videoId}, 'pictures', 'completed', 100, ${problems.join(' ')}, now(), now())
    on conflict (video_id, step) do update set error = excluded.error
      where media_jobs.status in ('completed', 'failed')`.execute(tx);
}
