import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute, numberOf } from '../../kernel/db/run-sql.ts';
import { publiclyVisible } from './publicly-visible.ts';

/** A source's videos of one delivery. */
export interface SourceVideos {
  sourceId: string;
  kind: string;
}

/** How many videos of these sources and deliveries are public, counted up to the limit. */
export function countPublicOfSources(db: Db, of: readonly SourceVideos[], limit: number): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from (
      select from ${unnested(of)}, lateral (
        select from videos v where source_id = of_source and kind = of_kind and ${publiclyVisible}
        limit ${limit}::int) as v
      limit ${limit}::int) as counted`;
}

/** Hides up to `limit` published videos of these sources and deliveries for lack of a basis; returns how many. */
export async function hideVideosOfSources(
  db: Db,
  of: readonly SourceVideos[],
  limit: number,
): Promise<number> {
  const rows = await execute(db)`
    with chosen as (
      select v.id from ${unnested(of)}, lateral (
        select id from videos where source_id = of_source and kind = of_kind and status = 'published'
          and generation = (select generation from library)
        limit ${limit}::int) as v
      limit ${limit}::int),
    taken as (
      select id from videos where id in (select id from chosen) and status = 'published'
      order by id for no key update)
    update videos v set status = 'hidden', hidden_reason = 'basis' from taken where v.id = taken.id
    returning v.id`;
  return rows.length;
}

/** Publishes up to `limit` videos that were hidden only for lack of a basis; returns how many. */
export async function showVideosOfSources(
  db: Db,
  of: readonly SourceVideos[],
  limit: number,
): Promise<number> {
  const rows = await execute(db)`
    with chosen as (
      select v.id from ${unnested(of)}, lateral (
        select id from videos where source_id = of_source and kind = of_kind and status = 'hidden'
          and hidden_reason = 'basis' and generation = (select generation from library)
        limit ${limit}::int) as v
      limit ${limit}::int),
    taken as (
      select id from videos where id in (select id from chosen) and status = 'hidden' and hidden_reason = 'basis'
      order by id for no key update)
    update videos v set status = 'published', hidden_reason = null from taken where v.id = taken.id
    returning v.id`;
  return rows.length;
}

/**
 * Removes up to `limit` videos of a source and detaches them, so that deleting the source need not; returns how many.
 * Processing videos end with their downloads. Cleared videos are only detached.
 */
export async function removeVideosOfSource(db: Db, sourceId: string, limit: number): Promise<number> {
  const rows = await execute(db)`
    with chosen as (
      select id from videos v where source_id = ${sourceId} and (status <> 'processing' or is_cleared(v))
      limit ${limit}::int),
    taken as (
      select id, is_cleared(v) as stays from videos v
      where id in (select id from chosen) and (status <> 'processing' or is_cleared(v))
      order by id for no key update)
    update videos v set source_id = null, status = case when taken.stays then v.status else 'removed' end,
      hidden_reason = case when taken.stays then v.hidden_reason end
    from taken where v.id = taken.id returning v.id`;
  return rows.length;
}

/**
 * Whether a source has videos that are, or may again become, public. Read from counts, because it may have very many
 * cleared ones. Clearing does not take videos under a notice.
 */
export async function sourceHasVideos(db: Db, sourceId: string): Promise<boolean> {
  const counted = sql`about = 'source' and value = ${sourceId} and not kept`;
  const rows = await execute(db)<{ has_videos: boolean }>`
    select (select coalesce(sum(n), 0) from (
        select n from video_counts where ${counted} union all select n from video_count_changes where ${counted}) as parts)
      > (select count(*) from videos v
         where source_id = ${sourceId} and status = 'processing' and generation = (select generation from library))
      or exists (select from videos
                 where source_id = ${sourceId} and status = 'hidden' and hidden_reason = 'takedown') as has_videos`;
  return rows[0]?.has_videos === true;
}

function unnested(of: readonly SourceVideos[]) {
  const ids = of.map((one) => one.sourceId);
  const kinds = of.map((one) => one.kind);
  return sql`unnest(${ids}::text[], ${kinds}::text[]) as wanted (of_source, of_kind)`;
}
