import { takeLock } from '../../../kernel/db/locks.ts';
import type { Db } from '../../../kernel/db/pool.ts';
import { execute, numberOf } from '../../../kernel/db/run-sql.ts';

/**
 * Waits for every writer of videos to finish and locks them out until the transaction ends. Gives up after half a
 * second, before one who waits for us takes it for a deadlock.
 */
export async function lockLibrary(tx: Db): Promise<void> {
  await execute(tx)`set local lock_timeout = '500ms'`;
  await execute(tx)`lock table videos in share row exclusive mode`;
  // The counts are not folded meanwhile.
  await takeLock(tx, 'videoCounts');
}

/** How many videos a clearing takes: all but those that are removed, or hidden by a notice. */
export function countClearable(tx: Db): Promise<number> {
  return numberOf(tx)`
    select coalesce(sum(n), 0)::bigint as n from (
      select n from video_counts where about = 'status' and not kept
      union all select n from video_count_changes where about = 'status' and not kept) as parts`;
}

/** Begins a generation that has no videos yet. The caller holds the library. */
export async function raiseGeneration(tx: Db): Promise<void> {
  await execute(tx)`update library set generation = generation + 1, cleared_at = clock_timestamp()`;
}

/** The views of the videos that stay. */
export function countKeptViews(tx: Db): Promise<number> {
  return numberOf(tx)`
    select coalesce(sum(views), 0)::bigint as views from videos
    where status = 'removed' or (status = 'hidden' and hidden_reason = 'takedown')`;
}

/** Counts as many views, and only those videos that stay. */
export async function resetVideoCounts(tx: Db, views: number): Promise<void> {
  await execute(tx)`update catalogue_totals set videos = 0, views = ${views}`;
  await execute(tx)`delete from video_counts where not kept`;
  await execute(tx)`delete from video_count_changes where not kept`;
}
