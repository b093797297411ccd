import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import { STREAMS_VERSION } from '../media/index.ts';

export type MediaVideo = Pick<
  Selectable<Videos>,
  'id' | 'title' | 'status' | 'hidden_reason' | 'kind' | 'duration' | 'video_url' | 'poster_at_seconds'
>;

export function selectMediaVideo(db: Db, id: string): Promise<MediaVideo | undefined> {
  return firstRow(db)<MediaVideo>`
    select id, title, status, hidden_reason, kind, duration, video_url, poster_at_seconds from videos v
    where id = ${id} and not is_cleared(v)`;
}

export function lockMediaVideo(tx: Db, id: string): Promise<MediaVideo | undefined> {
  return firstRow(tx)<MediaVideo>`
    select id, title, status, hidden_reason, kind, duration, video_url, poster_at_seconds from videos v
    where id = ${id} and not is_cleared(v) for no key update`;
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
>;

export async function updateMedia(tx: Db, id: string, fields: MediaFields): Promise<void> {
  await tx.updateTable('videos').set(fields).where('id', '=', id).execute();
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
const KEPT = sql`(v.status = 'published' or (v.status = 'hidden' and v.hidden_reason in ('administrator', 'basis')))
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
