import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';

/**
 * Waits for every writer of videos to finish and locks them out until the transaction ends. Gives up after half a
 * second, before one who waits for us takes it for a deadlock.
 */
export async function lockLibrary(tx: Db): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(tx);
  await sql`lock table videos in share row exclusive mode`.execute(tx);
  // The counts are not folded meanwhile.
  await sql`select pg_advisory_xact_lock(7305691)`.execute(tx);
}

/** How many videos a clearing takes: all but those that are removed, or hidden by a notice. */
export async function countClearable(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::bigint as n from (
      select n from video_counts where about = 'status' and not kept
      union all select n from video_count_changes where about = 'status' and not kept) as parts`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Begins a generation that has no videos yet. The caller holds the library. */
export async function raiseGeneration(tx: Db): Promise<void> {
  await sql`update library set generation = generation + 1, cleared_at = clock_timestamp()`.execute(tx);
}

/** The views of the videos that stay. */
export async function countKeptViews(tx: Db): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select coalesce(sum(views), 0)::bigint as views from videos
    where status = 'removed' or (status = 'hidden' and hidden_reason = 'takedown')`.execute(tx);
  return rows[0]?.views ?? 0;
}

/** Counts as many views, and only those videos that stay. */
export async function resetVideoCounts(tx: Db, views: number): Promise<void> {
  await sql`update catalogue_totals set videos = 0, views = ${views}`.execute(tx);
  await sql`delete from video_counts where not kept`.execute(tx);
  await sql`delete from video_count_changes where not kept`.execute(tx);
}
