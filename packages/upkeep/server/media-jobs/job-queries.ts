import type { MediaStep } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { MediaJobs } from '@vesper/core/db/schema.ts';
import { AS_CANCELLED, isOpen } from '@vesper/core/jobs/leased-queries.ts';
import type { Selectable } from 'kysely';

export type MediaJobRow = Selectable<MediaJobs>;
export type ListedJobRow = MediaJobRow & { title: string };

/** Higher first. */
export const PRIORITY = { next: 30, byHand: 20, newVideo: 10, rerun: 0 } as const;

export interface StepRequest {
  step: MediaStep;
  videoIds: readonly string[];
  priority: number;
  rerunId?: number;
}

/** Waiting jobs stay; running ones are repeated afterwards (`queue_media_jobs`). Returns the jobs' ids. */
export async function queueMediaJobs(
  db: Db,
  { step, videoIds, priority, rerunId }: StepRequest,
): Promise<string[]> {
  if (videoIds.length === 0) return [];
  return columnOf(db)<string>`
    select id from queue_media_jobs(${videoIds}::text[], ${step}, ${priority}::int, ${rerunId ?? null}::bigint)`;
}

export function selectMediaJob(db: Db, id: string): Promise<ListedJobRow | undefined> {
  return firstRow(db)<ListedJobRow>`
    select m.*, v.title from media_jobs m join videos v on v.id = m.video_id where m.id = ${id}`;
}

export async function lockMediaJob(tx: Db, id: string): Promise<MediaJobRow | undefined> {
  return tx.selectFrom('media_jobs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Also ends its pause; false if it does not wait. */
export function moveUpPending(db: Db, id: string, priority: number): Promise<boolean> {
  return anyRow(db)`
    update media_jobs set priority = ${priority}::smallint, run_at = null
    where id = ${id} and status = 'pending' returning id`;
}

/** Returns how many were open. Locks re-runs first, in the order of those who queue or stop them. */
export async function cancelOpenJobs(tx: Db, ids: readonly string[]): Promise<number> {
  await execute(tx)`
    select from media_reruns where id in (
      select rerun_id from media_jobs where id = any (${ids}::text[]) and rerun_id is not null
      union select again_rerun_id from media_jobs where id = any (${ids}::text[]) and again_rerun_id is not null)
    order by id for no key update`;
  const rows = await execute(tx)<{ id: string; later: number | null }>`
    select id, again_rerun_id as later from media_jobs
    where id = any (${ids}::text[]) and ${isOpen} order by id for no key update`;
  const open = rows.map(({ id }) => id);
  const later = rows.flatMap((row) => (row.later === null ? [] : [row.later]));
  await execute(tx)`
    update media_jobs set ${AS_CANCELLED}, again = false, again_rerun_id = null
    where id = any (${open}::text[])`;
  await execute(tx)`
    update media_reruns r set queued = r.queued - dropped.n, total = r.total - dropped.n
    from (select id, count(*) as n from unnest(${later}::bigint[]) as id group by id) as dropped
    where r.id = dropped.id`;
  return open.length;
}

/** Their work folders are in use. */
export async function selectJobsUnderWay(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set(
    await columnOf(db)<string>`
      select id from media_jobs where id = any (${ids}::text[]) and status = 'processing'`,
  );
}

/** For pictures made with the video itself: what could not be made. */
export async function recordPictureProblems(
  tx: Db,
  videoId: string,
  problems: readonly string[],
): Promise<void> {
  await execute(tx)`
    insert into media_jobs (video_id, step, status, progress, error, started_at, completed_at)
    values (${videoId}, 'pictures', 'completed', 100, ${problems.join(' ')}, now(), now())
    on conflict (video_id, step) do update set error = excluded.error
      where media_jobs.status in ('completed', 'failed')`;
}
