import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { STREAMS_VERSION } from '../media/index.ts';
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

export type MediaVideo = Pick<
  Selectable<Videos>,
  | ('id' | 'title' | 'status' | 'hidden_reason' | 'kind' | 'duration' | 'video_url')
  | ('poster_at_seconds' | 'poster_uploaded')
>;

const MEDIA = sql`
  id, title, status, hidden_reason, kind, duration, video_url, poster_at_seconds, poster_uploaded`;

export function selectMediaVideo(db: Db, id: string): Promise<MediaVideo | undefined> {
  return firstRow(db)<MediaVideo>`
    select ${MEDIA} from videos v where id = ${id} and not is_cleared(v)`;
}

export function lockMediaVideo(tx: Db, id: string): Promise<MediaVideo | undefined> {
  return firstRow(tx)<MediaVideo>`
    select ${MEDIA} from videos v where id = ${id} and not is_cleared(v) for no key update`;
}

/** A video's files and the shape of its film. */
export type MediaFields = Pick<
  Updateable<Videos>,
  | 'video_url'
  | 'thumbnail_url'
  | 'preview_url'
  | 'storyboard_url'
  | 'hls_url'
  | 'streams_version'
  | 'placeholder'
  | 'duration'
  | 'width'
  | 'height'
  | 'poster_at_seconds'
  | 'poster_uploaded'
>;

export async function updateMedia(tx: Db, id: string, fields: MediaFields): Promise<void> {
  await tx.updateTable('videos').set(fields).where('id', '=', id).execute();
}

/** For videos whose pictures are missing in the storage. */
export async function giveUpPosters(tx: Db, ids: readonly string[]): Promise<void> {
  await execute(tx)`
    update videos set poster_uploaded = false where id in (
      select id from videos where id = any (${ids}::text[]) and poster_uploaded order by id for no key update)`;
}

/** The hosted videos that a re-run covers: by default all. */
export interface HostedVideos {
  sourceId?: string;
  /** By their source's setting or else the default. */
  wantRenditions?: { byDefault: boolean };
  /** Playlists of an earlier version. */
  withOldStreams?: boolean;
}

/** As the index `videos_with_old_streams`. */
const WITH_OLD_STREAMS = sql`v.streams_version < ${sql.lit(STREAMS_VERSION)} and v.hls_url <> '' and v.kind = 'hosted'`;
/** Public, or hidden for a while. */
const KEPT = sql`(v.status = 'published' or (v.status = 'hidden' and v.hidden_reason in ('administrator', 'basis', 'scheduled')))
  and not is_cleared(v)`;

/** The next hosted videos by id that are public or hidden for a while. No `lastId` means the end. */
export async function selectHostedBatch(
  db: Db,
  { sourceId, wantRenditions, withOldStreams }: HostedVideos,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<{ lastId: string | undefined; ids: string[] }> {
  const ofSource = sourceId === undefined ? sql`` : sql`and v.source_id = ${sourceId}`;
  const wanted = wantRenditions
    ? sql`and coalesce(nullif((select s.renditions from video_sources s where s.id = v.source_id), 'default'),
                       ${wantRenditions.byDefault ? 'on' : 'off'}) = 'on'`
    : sql``;
  const old = withOldStreams ? sql`and ${WITH_OLD_STREAMS}` : sql``;
  const rows = await execute(db)<{ id: string; is_meant: boolean }>`
    select v.id, v.kind = 'hosted' and ${KEPT} ${wanted} as is_meant
    from videos v where v.id > ${afterId} ${old} ${ofSource} order by v.id limit ${limit}::int`;
  return { lastId: rows.at(-1)?.id, ids: rows.filter((row) => row.is_meant).map((row) => row.id) };
}

export function selectOldStreams(db: Db, most: number): Promise<string[]> {
  return columnOf(db)<string>`
    select v.id from videos v where ${WITH_OLD_STREAMS} and ${KEPT} limit ${most}::int`;
}
