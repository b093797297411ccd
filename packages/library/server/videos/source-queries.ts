import type { Db } from '@vesper/core/db/pool.ts';
import { execute, numberOf } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';
import { publiclyVisible } from './publicly-visible.ts';

export interface SourceVideos {
  sourceId: string;
  kind: string;
}

/** Counted up to the limit. */
export function countPublicOfSources(db: Db, of: readonly SourceVideos[], limit: number): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from (
      select from ${unnested(of)}, lateral (
        select from videos v where source_id = of_source and kind = of_kind and ${publiclyVisible}
        limit ${limit}::int) as v
      limit ${limit}::int) as counted`;
}

const PUBLISHED = sql`status = 'published'`;
const WITHOUT_BASIS = sql`status = 'hidden' and hidden_reason = 'basis'`;

/** Hides up to `limit` published videos for lack of a basis; returns how many. */
export function hideVideosOfSources(db: Db, of: readonly SourceVideos[], limit: number): Promise<number> {
  const change = sql`status = 'hidden', hidden_reason = 'basis'`;
  return changeVideosOfSources(db, of, { from: PUBLISHED, change, limit });
}

/** Publishes up to `limit` videos that were hidden only for lack of a basis; returns how many. */
export function showVideosOfSources(db: Db, of: readonly SourceVideos[], limit: number): Promise<number> {
  const change = sql`status = 'published', hidden_reason = null`;
  return changeVideosOfSources(db, of, { from: WITHOUT_BASIS, change, limit });
}

async function changeVideosOfSources(
  db: Db,
  of: readonly SourceVideos[],
  { from, change, limit }: { from: RawBuilder<unknown>; change: RawBuilder<unknown>; limit: number },
): Promise<number> {
  const rows = await execute(db)`
    with chosen as (
      select v.id from ${unnested(of)}, lateral (
        select id from videos where source_id = of_source and kind = of_kind and ${from}
          and generation = (select generation from library)
        limit ${limit}::int) as v
      limit ${limit}::int),
    taken as (
      select id from videos where id in (select id from chosen) and ${from} order by id for no key update)
    update videos v set ${change} from taken where v.id = taken.id returning v.id`;
  return rows.length;
}

/** Removes up to `limit` videos and detaches them; returns how many. Processing ones end with their downloads. */
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

/** Whether any are or may become public. Reads counts, as cleared videos may be many; clearing spares notices. */
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
