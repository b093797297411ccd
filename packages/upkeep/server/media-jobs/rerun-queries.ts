import type { MediaStep } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { MediaReruns } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';

export type RerunRow = Selectable<MediaReruns>;
export type ListedRerunRow = RerunRow & { source_name: string | null };

/** Undefined if it overlaps with a running one. Serializes those who begin one. */
export async function insertRerun(
  tx: Db,
  { step, sourceId }: { step: MediaStep; sourceId: string | null },
): Promise<number | undefined> {
  await execute(tx)`lock table media_reruns in share row exclusive mode`;
  return oneValue(tx)<number>`
    insert into media_reruns (step, source_id)
    select ${step}, ${sourceId}
    where not exists (
      select from media_reruns where state = 'running' and step = ${step}
        and (source_id is null or ${sourceId}::text is null or source_id = ${sourceId}))
    returning id`;
}

export function selectSourceExists(db: Db, id: string): Promise<boolean> {
  return anyRow(db)`select from video_sources where id = ${id}`;
}

/** Latest first. */
export function selectReruns(
  db: Db,
  { limit, id }: { limit: number; id?: number },
): Promise<ListedRerunRow[]> {
  const one = id === undefined ? sql`` : sql`where id = ${id}::bigint`;
  return execute(db)<ListedRerunRow>`
    select r.*, s.name as source_name
    from (select * from media_reruns ${one} order by id desc limit ${limit}::int) as r
    left join video_sources s on s.id = r.source_id order by r.id desc`;
}

export function selectRunningReruns(db: Db): Promise<number[]> {
  return columnOf(db)<number>`
    select id from media_reruns where state = 'running' order by id`;
}

/** Undefined if another worker works on it. */
export function lockRunning(tx: Db, id: number): Promise<RerunRow | undefined> {
  return firstRow(tx)<RerunRow>`
    select * from media_reruns where id = ${id} and state = 'running' for no key update skip locked`;
}

/** Without `lastId` counting is complete. */
export async function advanceCount(
  tx: Db,
  id: number,
  { lastId, counted }: { lastId: string | undefined; counted: number },
): Promise<void> {
  await execute(tx)`
    update media_reruns set total = total + ${counted}::int, counted_all = ${lastId === undefined},
      counted_to = coalesce(${lastId ?? null}, counted_to)
    where id = ${id}`;
}

/** Likewise for queueing; the number queued becomes the total. */
export async function advanceQueue(
  tx: Db,
  id: number,
  { lastId, queued }: { lastId: string | undefined; queued: number },
): Promise<void> {
  const ended = lastId === undefined;
  await execute(tx)`update media_reruns set queued = queued + ${queued}::int, queued_all = ${ended},
      queued_to = coalesce(${lastId ?? null}, queued_to),
      total = case when ${ended} then queued + ${queued}::int else total end, counted_all = counted_all or ${ended}
    where id = ${id}`;
}

export async function completeRerun(tx: Db, id: number): Promise<void> {
  await execute(tx)`update media_reruns set state = 'completed', finished_at = now()
    where id = ${id} and state = 'running' and queued_all and done + failed >= queued`;
}

/** Drops pending jobs that only it requested; others stay without it. False if it does not run. */
export async function stopRunning(tx: Db, id: number): Promise<boolean> {
  const rows = await execute(tx)`
    update media_reruns set state = 'stopped', finished_at = now()
    where id = ${id} and state = 'running' returning id`;
  if (rows.length === 0) return false;
  await execute(tx)`
    delete from media_jobs where rerun_id = ${id} and status = 'pending' and priority = 0 and not again`;
  await execute(tx)`
    with freed as (
      update media_jobs set rerun_id = null where rerun_id = ${id} and status = 'pending' returning id),
    later as (
      update media_jobs set again_rerun_id = null, again = false where again_rerun_id = ${id} returning id)
    update media_reruns set queued = queued - (select count(*) from freed) - (select count(*) from later)
    where id = ${id}`;
  await execute(tx)`update media_reruns set total = queued, counted_all = true where id = ${id}`;
  return true;
}

/** Videos that lack a file for their playlists. */
export function countLostStreams(db: Db, videoIds: readonly string[]): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from media_jobs
    where video_id = any (${videoIds}::text[]) and step = 'playlists' and status = 'failed'
      and error_class = 'removed'`;
}

export async function stopReruns(tx: Db): Promise<void> {
  await execute(tx)`update media_reruns set state = 'stopped', finished_at = now() where state = 'running'`;
}
