import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { deleteWithMerged, lockWithMerged } from '../../library/videos/index.ts';

/** Ends what is being brought at this moment: a video on its way must not come out after all others are cleared. */
export async function endDownloadsUnderWay(tx: Db, sentence: string): Promise<void> {
  await sql`
    update download_jobs set status = 'failed', error = ${sentence}, error_class = null, cancelled_at = now(), completed_at = now(),
      retry_at = now(), run_at = null
    where id in (select id from download_jobs where status = 'processing' order by id for update)`.execute(
    tx,
  );
}

/**
 * Waits until nobody writes videos, and keeps everybody from it until the transaction ends. Gives up after half a
 * second, before whoever waits for us takes it for a deadlock.
 */
export async function lockLibrary(tx: Db): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(tx);
  await sql`lock table videos in share row exclusive mode`.execute(tx);
  // Nobody folds the counts meanwhile.
  await sql`select pg_advisory_xact_lock(7305691)`.execute(tx);
}

/** Of these, the tables say nothing that a list could show, nor will anything work on them. */
const EMPTIED = [
  'list_buckets',
  'tag_totals',
  'video_tags',
  'video_facets',
  'video_search',
  'related_videos',
  'uncopied_views',
  'media_jobs',
  'media_job_counts',
  'media_job_changes',
  'video_health',
  // What is counted of video_health, whose triggers a truncation does not call.
  'survival_counts',
];

/** How many videos a clearing takes: all but those that are removed, or hidden by a notice. */
export async function countClearable(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::bigint as n from (
      select n from video_counts where about = 'status' and not kept
      union all select n from video_count_changes where about = 'status' and not kept) as parts`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Begins a new generation, in which there are no videos but those that were off the site: no list, count, search or
 * page shows one from then on. The caller holds the library.
 */
export async function beginGeneration(
  tx: Db,
  { videos, orderedBy }: { videos: number; orderedBy: string },
): Promise<void> {
  await sql`update library set generation = generation + 1, cleared_at = clock_timestamp()`.execute(tx);
  // Visitors wait from the truncation on: what takes long comes before it.
  const views = await countKeptViews(tx);
  await sql`truncate ${sql.join(EMPTIED.map((name) => sql.table(name)))}`.execute(tx);
  await sql`update categories set video_count = 0 where id in (
    select id from categories where video_count <> 0 order by name for no key update)`.execute(tx);
  await sql`
    insert into stat_changes (metric, label, value)
    select 'videos_removed', 'cleared', videos from catalogue_totals where videos > 0`.execute(tx);
  await sql`update catalogue_totals set videos = 0, views = ${views}`.execute(tx);
  await sql`delete from video_counts where not kept`.execute(tx);
  await sql`delete from video_count_changes where not kept`.execute(tx);
  await sql`update media_reruns set state = 'stopped', finished_at = now() where state = 'running'`.execute(
    tx,
  );
  await sql`update file_checks set finished_at = now() where finished_at is null`.execute(tx);
  await sql`
    insert into clearings (generation, videos, ordered_by)
    select generation, ${videos}, ${orderedBy} from library`.execute(tx);
}

async function countKeptViews(tx: Db): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select coalesce(sum(views), 0)::bigint as views from videos
    where status = 'removed' or (status = 'hidden' and hidden_reason = 'takedown')`.execute(tx);
  return rows[0]?.views ?? 0;
}

export interface Clearing {
  generation: number;
  cursor: string;
}

/** The clearing whose rows are to be deleted first, held until the transaction ends. */
export async function lockOpenClearing(tx: Db): Promise<Clearing | undefined> {
  const { rows } = await sql<Clearing>`
    select generation, cursor from clearings where finished_at is null
    order by generation limit 1 for no key update skip locked`.execute(tx);
  return rows[0];
}

export async function hasOpenClearing(db: Db): Promise<boolean> {
  const { rows } = await sql`select from clearings where finished_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** The next videos by id, of whatever kind. */
export async function selectBatch(tx: Db, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from videos where id > ${afterId} order by id limit ${limit}::int`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes those of the ids that a clearing took, and what was merged into them: it was removed for their sake. What
 * was taken off for another reason stays, and can be found by its words again; and what a notice still waits for, or
 * its approval would find nothing to keep away. Returns how many are gone.
 */
export async function deleteCleared(tx: Db, ids: readonly string[], generation: number): Promise<number> {
  // Whoever publishes holds the new video, and then what is cleared and in its way.
  await lockWithMerged(tx, ids, generation);
  const { rows } = await sql<{ id: string }>`
    select v.id from videos v where v.id = any (${ids}::text[]) and v.generation < ${generation}
      and not wants_quarantine(v.status, v.hidden_reason)
      and not exists (select from dmca_requests d where d.video_id = v.id and d.status = 'pending')`.execute(
    tx,
  );
  const deleted = await deleteWithMerged(
    tx,
    rows.map(({ id }) => id),
  );
  await sql`
    insert into video_search (video_id, doc, views, visible, stale)
    select id, '', views, status = 'published', true from videos v
    where v.id = any (${ids}::text[]) and v.status <> 'processing' order by id
    on conflict (video_id) do nothing`.execute(tx);
  return deleted;
}

/** Writes down how far it is; without `lastId` it has come to the end. */
export async function advanceClearing(
  tx: Db,
  { generation }: Clearing,
  { lastId, deleted }: { lastId: string | undefined; deleted: number },
): Promise<void> {
  await sql`
    update clearings set cursor = coalesce(${lastId ?? null}, cursor), deleted = deleted + ${deleted}::int,
      finished_at = case when ${lastId === undefined} then now() end
    where generation = ${generation}`.execute(tx);
}
