import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, numberOf } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';
import { keepGone } from './change-queries.ts';

/** Whether `v`, or the video that it was merged into, was cleared and waits for deletion. */
export const isClearedAway: RawBuilder<boolean> = sql`(is_cleared(v) or exists (
  select from video_redirects r join videos k on k.id = r.to_id where r.from_id = v.id and is_cleared(k)))`;

/** Locks these videos and those merged into them, in id order; with `olderThan`, only of an earlier generation. */
export async function lockWithMerged(tx: Db, ids: readonly string[], olderThan?: number): Promise<void> {
  const isOld = olderThan === undefined ? sql`` : sql`and generation < ${olderThan}`;
  await execute(tx)`
    select from videos where id in (${withMerged(ids)}) ${isOld} order by id for update`;
}

/** Returns the hashes of their addresses. */
export function deleteWithMerged(tx: Db, ids: readonly string[]): Promise<Buffer[]> {
  return columnOf(tx)<Buffer>`
    with deleted as (
      delete from videos where id in (${withMerged(ids)}) returning id, published_at, source_url_hash as hash),
    kept as (${keepGone})
    select hash from deleted`;
}

function withMerged(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select unnest(${ids}::text[])
    union all select from_id from video_redirects where to_id = any (${ids}::text[])`;
}

/** Locks out writers of videos. Gives up after half a second, before a waiting one detects a deadlock. */
export async function lockLibrary(tx: Db): Promise<void> {
  await execute(tx)`set local lock_timeout = '500ms'`;
  await execute(tx)`lock table videos in share row exclusive mode`;
  // Keeps the counts from being folded.
  await takeLock(tx, 'videoCounts');
}

/** All videos except those removed or hidden by a notice. */
export function countClearable(tx: Db): Promise<number> {
  return numberOf(tx)`
    select coalesce(sum(n), 0)::bigint as n from (
      select n from video_counts where about = 'status' and not kept
      union all select n from video_count_changes where about = 'status' and not kept) as parts`;
}

/** The caller has locked the library. */
export async function raiseGeneration(tx: Db): Promise<void> {
  await execute(tx)`update library set generation = generation + 1, cleared_at = clock_timestamp()`;
}

/** Of the videos that survive clearing. */
export function countKeptViews(tx: Db): Promise<number> {
  return numberOf(tx)`
    select coalesce(sum(views), 0)::bigint as views from videos
    where status = 'removed' or (status = 'hidden' and hidden_reason = 'takedown')`;
}

/** Leaves only the surviving videos in the counts. */
export async function resetVideoCounts(tx: Db, views: number): Promise<void> {
  await execute(tx)`update catalogue_totals set videos = 0, views = ${views}`;
  await execute(tx)`delete from video_counts where not kept`;
  await execute(tx)`delete from video_count_changes where not kept`;
}
