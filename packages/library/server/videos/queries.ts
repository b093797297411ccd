import { HOME_PAGE_SIZE, type KeywordLink, MOST_KEYWORD_LINKS } from '@vesper/contract';
import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Categories, Videos } from '@vesper/core/db/schema.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { MediaPurpose, PublicFile } from '../media/index.ts';
import type { Shown } from '../search/index.ts';
import { publiclyVisible, publishedSinceClearing } from './publicly-visible.ts';

const VIDEO_COLUMNS = [
  ...(['id', 'title', 'description', 'tags', 'category', 'duration', 'views', 'kind', 'slug'] as const),
  ...(['video_url', 'thumbnail_url', 'placeholder', 'preview_url', 'storyboard_url', 'hls_url'] as const),
  ...(['embed_url', 'embed_provider', 'embed_id', 'created_at', 'published_at', 'width', 'height'] as const),
];
export type VideoRow = Pick<Selectable<Videos>, (typeof VIDEO_COLUMNS)[number]>;
export type CategoryRow = Selectable<Categories>;

const prepared = sql.raw(PREPARED);
/** A VideoRow of a video `v`. */
export const videoColumns = sql.raw(VIDEO_COLUMNS.map((name) => `v.${name}`).join(', '));
export const shownVideos: Shown = { columns: videoColumns, condition: publiclyVisible };

/** Keywords considered per video. */
const MOST_LINKS = 200;

/** In list_buckets; other keys are categories. */
const EVERYTHING = '';

export interface LatestPage {
  rows: VideoRow[];
  /** Of the whole list. */
  total: number;
}

/** A page at any depth: buckets locate its first ten minutes, so that only these are walked. */
export async function selectLatest(
  db: Db,
  { category, offset, limit }: { category?: string | undefined; offset: number; limit: number },
): Promise<LatestPage> {
  const inCategory: RawBuilder<unknown> = category === undefined ? sql`` : sql`and v.category = ${category}`;
  const total: RawBuilder<number> =
    category === undefined
      ? sql`select videos from catalogue_totals`
      : sql`select video_count from categories where name = ${category}`;
  const { slot, before, rest } =
    offset === 0
      ? { slot: sql``, before: sql``, rest: sql`` }
      : {
          slot: sql`${slotAt(category ?? EVERYTHING, offset)},`,
          before: sql`and v.published_at < (select starts_at + interval '10 minutes' from slot)`,
          rest: sql`offset (select ${offset}::int - before from slot)`,
        };
  const found = await execute(db)<VideoRow & { total: number }>`${prepared}
    with ${slot} page as (
      select ${videoColumns} from videos v
      where ${publiclyVisible} ${inCategory} and ${publishedSinceClearing} ${before}
      order by v.published_at desc, v.id desc ${rest} limit ${sizeOf(limit)})
    select everything.total, page.* from (select coalesce((${total}), 0) as total) as everything
    left join page on true order by page.published_at desc, page.id desc`;
  return { rows: found.filter(({ id }) => id !== null), total: found[0]?.total ?? 0 };
}

/** PostgreSQL estimates an unknown limit as a tenth of all rows, and would plan each time. */
function sizeOf(limit: number): RawBuilder<number> {
  return limit === HOME_PAGE_SIZE ? sql.lit(limit) : sql`${limit}::int`;
}

/** No two buckets of a span start at once; `rows` avoids looking for peers. */
const NEWEST_FIRST = sql`order by starts_at desc rows unbounded preceding`;

/** The CTE `slot`: the ten minutes that hold the row at this offset; empty past the end. */
function slotAt(list: string, offset: number): RawBuilder<unknown> {
  return sql`months as (
      select starts_at, n, sum(n) over (${NEWEST_FIRST}) as upto
      from list_buckets where category = ${list} and span = 'month'),
    month as (${firstBeyond(offset, sql`months`)}),
    days as (${within(list, { span: 'day', of: sql`month`, length: '1 month' })}),
    day as (${firstBeyond(offset, sql`days`)}),
    slots as (${within(list, { span: 'slot', of: sql`day`, length: '1 day' })}),
    slot as (${firstBeyond(offset, sql`slots`)})`;
}

/** The bucket that holds the row at this offset, and the number of rows before it. */
function firstBeyond(offset: number, buckets: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select starts_at, upto - n as before from ${buckets} where upto > ${offset}::int
    order by starts_at desc limit 1`;
}

/** Smaller buckets with running totals. Subqueries instead of a join: the planner reads the index backwards. */
function within(
  list: string,
  { span, of, length }: { span: 'day' | 'slot'; of: RawBuilder<unknown>; length: string },
): RawBuilder<unknown> {
  return sql`select starts_at, n, (select before from ${of}) + sum(n) over (${NEWEST_FIRST}) as upto
    from list_buckets
    where category = ${list} and span = ${sql.lit(span)}
      and starts_at >= (select starts_at from ${of})
      and starts_at < (select starts_at + interval ${sql.lit(length)} from ${of})`;
}

export function selectVideo(db: Db, id: string): Promise<VideoRow | undefined> {
  return firstRow(db)<VideoRow>`${prepared}
    select ${videoColumns} from videos v where v.id = ${id} and ${publiclyVisible}`;
}

export function selectMergedInto(db: Db, id: string): Promise<VideoRow | undefined> {
  return firstRow(db)<VideoRow>`${prepared}
    select ${videoColumns} from video_redirects r join videos v on v.id = r.to_id
    where r.from_id = ${id} and ${publiclyVisible}`;
}

export interface VideoWithKeywords extends VideoRow {
  keywords: KeywordLink[] | null;
}

/** With indexable keyword pages, English first like the page; defined by the view of `words/server/keywords`. */
export function selectVideoWithKeywords(db: Db, id: string): Promise<VideoWithKeywords | undefined> {
  return firstRow(db)<VideoWithKeywords>`${prepared}
    select ${videoColumns}, (
      select json_agg(json_build_object('keyword', keyword, 'languageCode', language_code, 'slug', slug))
      from (select p.keyword, p.language_code, p.slug
            from (select keyword_id, relevance_score from keyword_videos where video_id = v.id
                  limit ${sql.lit(MOST_LINKS)}) as l
            join keyword_pages p on p.id = l.keyword_id
            where p.standing = 'indexable'
            order by p.language_code <> 'en', l.relevance_score desc, p.id
            limit ${sql.lit(MOST_KEYWORD_LINKS)}) as linked) as keywords
    from videos v where v.id = ${id} and ${publiclyVisible}`;
}

/** The case that took the video down, or what it was merged into; null if none. */
export interface GoneVideo {
  case_id: string | null;
  kind: string | null;
  removed_at: Date | null;
}

/** For a formerly public video taken down or removed for good; undefined while a notice is undecided. */
export function selectGone(db: Db, id: string): Promise<GoneVideo | undefined> {
  return firstRow(db)<GoneVideo>`${prepared}
    select r.case_id, r.kind, r.removed_at
    from (select from gone_videos where id = ${id}
          union all
          select from videos v where v.id = ${id} and v.published_at is not null
            and (wants_quarantine(v.status, v.hidden_reason) or is_cleared(v))
            and not is_undecided(v)) as gone
    left join (select * from removal_receipts
               where video_id = any (array[${id}, (select to_id from video_redirects where from_id = ${id})])
               order by removed_at limit 1) as r on true
    limit 1`;
}

/** Publicly visible ones, in the given order. */
export async function selectVideosByIds(db: Db, ids: readonly string[]): Promise<VideoRow[]> {
  if (ids.length === 0) return [];
  return execute(db)<VideoRow>`${prepared}
    select ${videoColumns} from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    join videos v on v.id = wanted.id where ${publiclyVisible} order by wanted.place`;
}

/** With former addresses. */
export function selectCategories(db: Db): Promise<(CategoryRow & { former_slugs: string[] | null })[]> {
  return execute(db)<CategoryRow & { former_slugs: string[] | null }>`${prepared}
    select c.id, c.name, c.slug, c.video_count, r.former_slugs from categories c
    left join (select category_id, array_agg(former_slug) as former_slugs from category_rules
               where former_slug is not null group by category_id) as r on r.category_id = c.id
    order by c.name`;
}

/** With the title; empty unless the video is publicly visible. */
export function selectPublicFiles(db: Db, id: string, purpose: MediaPurpose): Promise<PublicFile[]> {
  return execute(db)<PublicFile>`${prepared}
    select f.key, f.purpose, f.name, f.place, f.size_bytes as "sizeBytes", f.stored_at as "storedAt",
      v.title
    from videos v join stored_files f on f.video_id = v.id
    where v.id = ${id} and ${publiclyVisible} and f.purpose = ${purpose}
      and f.quarantined_at is null and (v.kind = 'hosted' or f.purpose = 'thumbnail')`;
}

/** Those that are publicly visible now. */
export function selectVisibleIds(db: Db, ids: readonly string[]): Promise<string[]> {
  return columnOf(db)<string>`${prepared}
    select v.id from videos v where v.id = any (${ids}::text[]) and ${publiclyVisible}`;
}

/** When a video's public data last changed; only those changed since publication. */
export async function selectChanges(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await execute(db)<{ id: string; at: Date }>`
    select id, changed_at as at from videos where id = any (${ids}::text[]) and changed_at is not null`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}
