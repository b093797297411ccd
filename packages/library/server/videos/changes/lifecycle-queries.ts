import type { HiddenReason } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { SearchableVideo } from '../../search/index.ts';
import { isClearedAway } from './cleared-queries.ts';

export type NewVideo = Insertable<Videos>;

export async function insertProcessingVideo(db: Db, row: NewVideo): Promise<void> {
  await db
    .insertInto('videos')
    .values({ ...row, status: 'processing' })
    .onConflict((conflict) => conflict.column('source_url_hash').doNothing())
    .execute();
}

export function findVideoByAddress(
  db: Db,
  hash: Buffer,
): Promise<{ id: string; status: string } | undefined> {
  return firstRow(db)<{ id: string; status: string }>`
    select id, status from videos v where source_url_hash = ${hash} and not ${isClearedAway}`;
}

/** The database's clock, as for the time of clearing: lists end there, so later arrivals must be newer. */
function dateOf(publishedAt: string | null, hiddenReason: HiddenReason | null) {
  if (publishedAt === null) return sql<Date>`clock_timestamp()`;
  if (hiddenReason === 'scheduled') return sql<Date>`${publishedAt}::timestamptz`;
  return sql<Date>`
    least(clock_timestamp(), greatest(${publishedAt}::timestamptz, (select cleared_at from library)))`;
}

export async function updatePublished(
  tx: Db,
  id: string,
  fields: Updateable<Videos>,
  { publishedAt, hiddenReason }: { publishedAt: string | null; hiddenReason: HiddenReason | null },
): Promise<SearchableVideo | undefined> {
  return tx
    .updateTable('videos')
    .set(({ ref, fn }) => ({
      ...fields,
      status: hiddenReason === null ? 'published' : 'hidden',
      hidden_reason: hiddenReason,
      published_at: fn.coalesce(ref('published_at'), dateOf(publishedAt, hiddenReason)),
    }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning(['title', 'description', 'tags', 'category', 'language'])
    .executeTakeFirst();
}

export function wasNeverPublic(tx: Db, id: string): Promise<boolean> {
  return anyRow(tx)`select from videos where id = ${id} and published_at is null`;
}

export async function deleteProcessingVideos(tx: Db, hashes: readonly Buffer[]): Promise<void> {
  await execute(tx)`
    delete from videos where source_url_hash = any (${hashes}::bytea[]) and status = 'processing'`;
}

export async function hideUnbroughtVideos(tx: Db, hashes: readonly Buffer[]): Promise<void> {
  await execute(tx)`update videos set status = 'hidden', hidden_reason = 'gone'
    where source_url_hash = any (${hashes}::bytea[]) and status = 'processing' and published_at is not null`;
}

/** For addresses whose downloads are queued again. */
export async function resumeBringing(tx: Db, hashes: readonly Buffer[]): Promise<void> {
  await execute(tx)`update videos v set status = 'processing', hidden_reason = null
    where source_url_hash = any (${hashes}::bytea[]) and status = 'hidden' and hidden_reason = 'gone'
      and kind = 'hosted' and not is_cleared(v)`;
}

/** False unless the video is published. */
export function hideVideo(tx: Db, id: string, reason: HiddenReason): Promise<boolean> {
  return changeHiding(tx, id, { from: null, to: reason });
}

/** False unless the video is hidden for exactly this reason. */
export function showHidden(tx: Db, id: string, reason: HiddenReason): Promise<boolean> {
  return changeHiding(tx, id, { from: reason, to: null });
}

/** False unless the video is hidden for the first reason. */
export function changeHiddenReason(
  tx: Db,
  id: string,
  reasons: { from: HiddenReason; to: HiddenReason },
): Promise<boolean> {
  return changeHiding(tx, id, reasons);
}

/** The state before a takedown. */
export interface TakenVideo {
  id: string;
  statusBefore: string;
  hiddenReasonBefore: string | null;
}

/** Hides videos for a notice, whatever their state; skips those taken down or removed before. */
export function takeOffVideos(tx: Db, ids: readonly string[]): Promise<TakenVideo[]> {
  return execute(tx)<TakenVideo>`
    with held as materialized (
      select id, status, hidden_reason from videos where id = any (${ids}::text[]) order by id for no key update)
    update videos v set status = 'hidden', hidden_reason = 'takedown' from held
    where v.id = held.id and (held.status in ('published', 'processing')
      or (held.status = 'hidden' and held.hidden_reason is distinct from 'takedown'))
    returning v.id, held.status as "statusBefore", held.hidden_reason as "hiddenReasonBefore"`;
}

/** Ends up to `limit` schedules whose publish date has passed; videos that may not be public stay hidden. */
export async function showDue(tx: Db, limit: number): Promise<{ changed: number; shown: string[] }> {
  const isDue = sql`v.hidden_reason = 'scheduled' and v.published_at <= now()
    and v.generation = (select generation from library)`;
  const rows = await execute(tx)<{ id: string; status: string }>`
    with due as materialized (select v.id from videos v where ${isDue} order by v.published_at limit ${limit}::int),
    taken as (
      select v.id, case
        when exists (select from blocked_addresses b where b.hash = v.source_url_hash) then 'administrator'
        when v.kind = 'hosted' and not exists (
          select from stored_files f where f.video_id = v.id and f.key = v.video_url) then 'gone'
        when v.source_id is not null and not is_covered(v.source_id, v.kind, now()) then 'basis' end as obstacle
      from videos v where v.id in (select id from due) and ${isDue} order by v.id for no key update)
    update videos v set status = case when obstacle is null then 'published' else 'hidden' end, hidden_reason = obstacle
    from taken where v.id = taken.id returning v.id, v.status`;
  return {
    changed: rows.length,
    shown: rows.filter(({ status }) => status === 'published').map(({ id }) => id),
  };
}

/** Null means published. */
async function changeHiding(
  tx: Db,
  id: string,
  { from, to }: { from: HiddenReason | null; to: HiddenReason | null },
): Promise<boolean> {
  const statusFor = (reason: HiddenReason | null) => (reason === null ? 'published' : 'hidden');
  const done = await tx
    .updateTable('videos')
    .set({ status: statusFor(to), hidden_reason: to })
    .where('id', '=', id)
    .where('status', '=', statusFor(from))
    .$if(from !== null, (query) => query.where('hidden_reason', '=', from))
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Locks videos that can be downloaded again: published, or hidden as gone. Metadata is from their first download. */
export function lockVideosToRedownload(tx: Db, ids: readonly string[]): Promise<VideoToRedownload[]> {
  return execute(tx)<VideoToRedownload>`
    with named as materialized (
      select * from videos v where id = any (${ids}::text[]) and not is_cleared(v) order by id for no key update)
    select v.id, v.source_url, v.source_url_hash, v.source_id, v.external_id,
      (select j.metadata from download_jobs j
       where j.source_url_hash = v.source_url_hash and j.status = 'completed'
       order by j.created_at desc limit 1) as metadata
    from named v where v.kind = 'hosted'
      and (v.status = 'published' or (v.status = 'hidden' and v.hidden_reason = 'gone'))`;
}

/** Locks a hosted video whose film can be replaced: it is public, or its film is gone. */
export function lockReplaceable(tx: Db, id: string): Promise<{ url: string; hash: Buffer } | undefined> {
  return firstRow(tx)<{ url: string; hash: Buffer }>`
    select source_url as url, source_url_hash as hash from videos v
    where id = ${id} and kind = 'hosted' and not is_cleared(v)
      and (status = 'published' or status = 'hidden' and hidden_reason = 'gone') for no key update`;
}

/** For a processing video. */
export async function rewordProcessing(tx: Db, id: string, words: Updateable<Videos>): Promise<void> {
  await tx.updateTable('videos').set(words).where('id', '=', id).where('status', '=', 'processing').execute();
}

/** Before publishing another film of a public video, which keeps its place in lists and its views. */
export async function beginReplacing(tx: Db, id: string): Promise<void> {
  await execute(tx)`
    update videos v set status = 'processing'
    where id = ${id} and status = 'published' and kind = 'hosted' and not is_cleared(v)`;
}

/** Locked videos keep their places in lists and their views. */
export async function returnToProcessing(tx: Db, ids: readonly string[]): Promise<void> {
  await execute(tx)`
    update videos set status = 'processing', hidden_reason = null where id = any (${ids}::text[])`;
}

export interface VideoToRedownload {
  id: string;
  source_url: string;
  source_url_hash: Buffer;
  source_id: string | null;
  external_id: string | null;
  metadata: unknown;
}

export async function setVideoStatus(db: Db, id: string, status: string): Promise<boolean> {
  const done = await db
    .updateTable('videos')
    .set({ status, hidden_reason: null })
    .where('id', '=', id)
    // A published video that is being downloaded again is not new.
    .where((eb) => eb.or([eb('status', '<>', 'processing'), eb('published_at', 'is not', null)]))
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Deletes processing videos without an open download since `before`, or hides them as gone if they were public. */
export async function deleteAbandonedVideos(db: Db, before: Date): Promise<number> {
  const abandoned = sql`v.status = 'processing' and v.created_at < ${before}
    and not exists (select from download_jobs j
                    where j.source_url_hash = v.source_url_hash and j.status in ('pending', 'processing'))`;
  await execute(db)`update videos v set status = 'hidden', hidden_reason = 'gone'
    where ${abandoned} and v.published_at is not null`;
  const rows = await execute(db)`
    delete from videos v where ${abandoned} and v.published_at is null returning v.id`;
  return rows.length;
}
