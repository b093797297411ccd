import { FILE_KINDS, type SourceReading } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import type { VideoSources } from '@vesper/core/db/schema.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { momentOf } from './basis-queries.ts';

export type VideoSourceRow = Selectable<VideoSources>;
export type NewSourceRow = Insertable<VideoSources>;
export type SourceFields = Updateable<VideoSources>;

export async function selectSources(db: Db): Promise<VideoSourceRow[]> {
  return db.selectFrom('video_sources').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** `lock` also protects its basis until the transaction ends. */
export async function selectSource(
  db: Db,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<VideoSourceRow | undefined> {
  const query = db.selectFrom('video_sources').selectAll().where('id', '=', id);
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

export async function selectSourceByAddress(db: Db, baseUrl: string): Promise<VideoSourceRow | undefined> {
  return db.selectFrom('video_sources').selectAll().where('base_url', '=', baseUrl).executeTakeFirst();
}

/** With a valid basis, longest waiting first. */
export async function selectEnabledSources(db: Db, now: Date): Promise<VideoSourceRow[]> {
  return (
    db
      .selectFrom('video_sources as s')
      .selectAll('s')
      .where('s.enabled', '=', true)
      // Dumps have their own runs (intake/server/dumps).
      .where('s.kind', 'not in', ['dump', ...FILE_KINDS])
      .where(sql<boolean>`is_covered(s.id, s.delivery, ${momentOf(now)})`)
      .orderBy(sql`coalesce(s.reading_at, s.last_crawled_at) nulls first`)
      .orderBy('s.id')
      .execute()
  );
}

/** Undefined if the address is taken. */
export async function insertSource(db: Db, source: NewSourceRow): Promise<VideoSourceRow | undefined> {
  return db
    .insertInto('video_sources')
    .values(source)
    .onConflict((conflict) => conflict.column('base_url').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The database refuses to enable a source without a covering basis. */
export async function updateSource(db: Db, id: string, fields: SourceFields): Promise<void> {
  await db.updateTable('video_sources').set(fields).where('id', '=', id).execute();
}

/** Other than by downloads. */
export async function addVideosAdded(tx: Db, id: string, count: number): Promise<void> {
  await execute(tx)`
    update video_sources set total_videos_added = total_videos_added + ${count}::int where id = ${id} and ${count} > 0`;
}

export interface Reading {
  result: SourceReading['result'];
  /** A sentence; null if everything was read. */
  message: string | null;
}

/** Ignored if the source has moved from `baseUrl`. With `isCrawl`, it counts as crawled. */
export async function recordReading(
  db: Db,
  { id, baseUrl }: { id: string; baseUrl: string },
  reading: Reading,
  { at, isCrawl }: { at: Date; isCrawl: boolean },
): Promise<void> {
  const row = sql`id = ${id} and base_url = ${baseUrl}`;
  await execute(db)`update video_sources set ${readingFields(reading, at, isCrawl)} where ${row}`;
}

/** For single-page sources, read when their video is downloaded. */
export async function recordPageReading(
  db: Db,
  { id, baseUrl }: { id: string; baseUrl: string },
  reading: Reading,
  at: Date,
): Promise<void> {
  const row = sql`id = ${id} and base_url = ${baseUrl} and kind in ('page', 'ytdlp')`;
  await execute(db)`update video_sources set ${readingFields(reading, at, true)} where ${row}`;
}

function readingFields({ result, message }: Reading, at: Date, isCrawl: boolean) {
  const isCrawled = isCrawl && result !== 'not_read';
  return sql`reading_result = ${result}, reading_at = ${at}, reading_message = ${message},
    reading_since = case when reading_result = ${result} then reading_since else ${at}::timestamptz end,
    last_crawled_at = case when ${isCrawled} then ${at}::timestamptz else last_crawled_at end`;
}

export async function sourceEnabledBefore(db: Db, at: Date): Promise<boolean> {
  const source = await db
    .selectFrom('video_sources')
    .select('id')
    .where('enabled', '=', true)
    .where('created_at', '<=', at)
    .limit(1)
    .executeTakeFirst();
  return source !== undefined;
}

export async function selectDeletingSources(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('video_sources')
    .select('id')
    .where('deleting_at', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteSourceRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('video_sources').where('id', '=', id).execute();
}

export type SourceDelivery = Pick<
  VideoSourceRow,
  'kind' | 'delivery' | 'category_map' | 'page_rules' | 'renditions' | 'follow_words'
>;

export async function selectSourceDelivery(db: Db, id: string): Promise<SourceDelivery | undefined> {
  return db
    .selectFrom('video_sources')
    .select(['kind', 'delivery', 'category_map', 'page_rules', 'renditions', 'follow_words'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface SourceInNeed {
  id: string;
  name: string;
  state: 'not_read' | 'stopped' | 'struck_out';
  since: Date | null;
}

/** Unreadable or stopped, longest first. */
export function selectSourcesInNeed(db: Db, limit: number): Promise<SourceInNeed[]> {
  return execute(db)<SourceInNeed>`
    select id, name, state, since from (
      select id, name,
        case when struck_out_at is not null and strikes >= 3 then 'struck_out' when disabled_reason is not null then 'stopped'
          when enabled and reading_result = 'not_read' then 'not_read' end as state,
        case when struck_out_at is not null then struck_out_at
          when disabled_reason is null then reading_since end as since
      from video_sources where deleting_at is null) as s
    where state is not null order by since, id limit ${limit}::int`;
}

/** When each enabled source was last read successfully; for a failing one, an upper bound. */
export function selectGoodReadings(
  db: Db,
  limit: number,
): Promise<{ id: string; name: string; lastGoodAt: Date }[]> {
  return execute(db)<{ id: string; name: string; lastGoodAt: Date }>`
    select id, name, case reading_result when 'not_read' then reading_since else reading_at end as "lastGoodAt"
    from video_sources where enabled and reading_at is not null and deleting_at is null
    order by created_at, id limit ${limit}::int`;
}
