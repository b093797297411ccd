import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { columnOf, execute, oneValue } from '../../kernel/db/run-sql.ts';
import type { SearchableVideo, SiftedQuery } from './document.ts';

/** This many of the most viewed matches are ranked by words and views; the rest by views alone. */
const RANKED = 300;
/** Where the hot videos have few matches, this many others are considered. */
const COLD_CANDIDATES = 3000;
/** This many of the most viewed videos are filtered for a prefix that is too short to look up. */
const SIFTED = 3000;

export async function upsertSearchRow(db: Db, videoId: string, doc: string, visible: boolean): Promise<void> {
  await execute(db)`insert into video_search (video_id, doc, views, visible)
    select id, ${doc}::tsvector, views, ${visible} from videos where id = ${videoId}
    on conflict (video_id) do update set doc = excluded.doc, visible = excluded.visible, stale = false`;
}

/** For a video that is not public yet, so that the back office finds it; keeps existing words. */
export async function insertSearchRow(db: Db, videoId: string, doc: string): Promise<void> {
  await execute(db)`
    insert into video_search (video_id, doc, visible) values (${videoId}, ${doc}::tsvector, false)
    on conflict (video_id) do nothing`;
}

/** For many new public videos, by one statement. */
export async function insertSearchRows(
  db: Db,
  rows: readonly { videoId: string; doc: string }[],
): Promise<void> {
  await execute(db)`
    insert into video_search (video_id, doc, visible)
    select id, doc::tsvector, true
    from unnest(${rows.map(({ videoId }) => videoId)}::text[], ${rows.map(({ doc }) => doc)}::text[]) as one (id, doc)`;
}

/**
 * Locks stale documents until the transaction ends, skipping those locked by others; returns their ids. Read the videos
 * in a later statement, which sees their latest state.
 */
export function lockStaleDocuments(tx: Db, limit: number): Promise<string[]> {
  return columnOf(tx)<string>`
    select video_id as id from video_search where stale order by video_id limit ${limit}::int
    for no key update skip locked`;
}

export function selectSearchable(
  tx: Db,
  ids: readonly string[],
): Promise<(SearchableVideo & { id: string })[]> {
  return execute(tx)<SearchableVideo & { id: string }>`
    select id, title, description, tags, category from videos where id = any (${ids}::text[])`;
}

export async function updateDocuments(tx: Db, docs: ReadonlyMap<string, string>): Promise<void> {
  await execute(tx)`update video_search s set doc = made.doc::tsvector, stale = false
    from unnest(${[...docs.keys()]}::text[], ${[...docs.values()]}::text[]) as made (id, doc)
    where s.video_id = made.id`;
}

export interface Matches {
  /** At most the requested `cap`, plus one if there are more. */
  counted: number;
  videoIds: string[];
  /** False where only some of the videos were filtered: there may be more. */
  isComplete: boolean;
}

/**
 * Two CTEs: `hot`, the most viewed matches in the order of their views, at most `cap` + 1, and `cold`, some of the
 * others, in no order. The hot videos (the most viewed tenth, with their own indexes) are searched first, the others
 * only for what is missing: the rows read hardly grow with the catalogue.
 */
export function hotAndCold(query: string, cap: number): RawBuilder<unknown> {
  // A subselect hides the words from the planner, which would otherwise consider them common and scan the table for
  // matches: new words are often only in the newest rows.
  const hidden = sql`(select ${query}::tsquery)`;
  return sql`hot as materialized (
      select video_id, doc, views from video_search where visible and hot and doc @@ ${query}::tsquery
      order by views desc, video_id desc limit ${cap + 1}::int),
    cold as (
      select video_id, doc, views from video_search where visible and not hot and doc @@ ${hidden}
      limit (${coldLimit(cap)}))`;
}

/** The same two CTEs where there is nothing to look up: the most viewed videos. */
function mostViewed(): RawBuilder<unknown> {
  return sql`hot as materialized (
      select video_id, doc, views from video_search where visible and hot
      order by views desc, video_id desc limit ${SIFTED}::int),
    cold as (
      select video_id, doc, views from video_search where visible and not hot
      order by video_id limit (select ${SIFTED}::int - count(*) from hot))`;
}

function sawAll(): RawBuilder<boolean> {
  return sql`((select count(*) from hot) + (select count(*) from cold) < ${SIFTED}::int)`;
}

/** Whether `hot` and `cold` hold every match. */
export function foundAll(cap: number): RawBuilder<boolean> {
  return sql`((select count(*) from hot) <= ${cap}::int and (select count(*) from cold) < (${coldLimit(cap)}))`;
}

function coldLimit(cap: number): RawBuilder<number> {
  return sql`select case when count(*) < ${RANKED}::int then ${COLD_CANDIDATES}::int
                         else ${cap + 1}::int - count(*) end from hot`;
}

/**
 * The rank of the best `place`s (1 is the most viewed) of a search, ascending: words and views together for the first
 * few hundred, null for the rest. `doc` may be a subselect.
 */
export function fitOf(
  query: string,
  { doc, views, place }: { doc: RawBuilder<unknown>; views: RawBuilder<number>; place: RawBuilder<number> },
): RawBuilder<number | null> {
  return sql`case when ${place} <= ${RANKED}::int
    then -ts_rank_cd(${doc}, ${query}::tsquery, 1) * ln(${views} + 10) end`;
}

/**
 * The number of matches, and one page of them: the first few hundred of the most viewed ranked by words and views, the
 * rest by views alone.
 */
export async function selectMatches(db: Db, query: string, page: MatchesPage): Promise<Matches> {
  const candidates = { definition: hotAndCold(query, page.cap), condition: sql`true`, complete: sql`true` };
  return selectFrom(db, query, page, candidates);
}

/** The same for a prefix that is too short to look up. */
export async function selectSifted(
  db: Db,
  { words, among }: SiftedQuery,
  page: MatchesPage,
): Promise<Matches> {
  return selectFrom(db, words, page, {
    definition: among === undefined ? mostViewed() : hotAndCold(among, page.cap),
    condition: sql`doc @@ ${words}::tsquery`,
    complete: among === undefined ? sawAll() : foundAll(page.cap),
  });
}

interface MatchesPage {
  offset: number;
  limit: number;
  cap: number;
}

interface Candidates {
  /** The CTEs `hot` and `cold`. */
  definition: RawBuilder<unknown>;
  /** Which of them match. */
  condition: RawBuilder<unknown>;
  complete: RawBuilder<unknown>;
}

async function selectFrom(
  db: Db,
  query: string,
  { offset, limit, cap }: MatchesPage,
  { definition, condition, complete }: Candidates,
): Promise<Matches> {
  const fit = fitOf(query, { doc: sql`doc`, views: sql`views`, place: sql`place` });
  const rows = await execute(db)<{ counted: number; complete: boolean; video_ids: string[] }>`
    with ${definition},
    matches as materialized (
      select video_id, doc, views, row_number() over (order by views desc, video_id desc) as place
      from (select * from hot union all select * from cold) as found where ${condition}
      order by views desc, video_id desc limit ${cap + 1}::int)
    select (select count(*)::int from matches) as counted, ${complete} as complete,
      array(select video_id from matches where place <= ${cap}::int
        order by ${fit}, place
        offset ${offset}::int limit ${limit}::int) as video_ids`;
  const { counted, video_ids: videoIds, complete: isComplete } = rows[0]!;
  return { counted, videoIds, isComplete };
}

/** Copies a batch of view counts (by video id, after `afterId`) to the column that the search ranks by. */
export async function copyViews(db: Db, afterId: string, limit: number): Promise<string | undefined> {
  const rows = await execute(db)<{ last: string | null }>`
    with batch as (
      select video_id from video_search where video_id > ${afterId} order by video_id limit ${limit}),
    -- A small change is not worth a write to the text index.
    copied as (
      update video_search s set views = v.views from batch join videos v on v.id = batch.video_id
      where s.video_id = batch.video_id and abs(v.views - s.views) > s.views / 20)
    select max(video_id) as last from batch`;
  return rows[0]?.last ?? undefined;
}

/** The number of views that a hot video must exceed: the limit of the most viewed tenth, or `fewest` if greater. */
export async function selectHotBorder(db: Db, fewest: number): Promise<number | undefined> {
  return oneValue(db)<number>`
    select views from video_search where visible order by views desc
    offset (select greatest(videos / 10, ${fewest}) from catalogue_totals) limit 1`;
}

/** Re-marks up to `limit` videos on the wrong side of the border; returns how many. */
export async function markHot(db: Db, border: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update video_search set hot = not hot where video_id in (
      select video_id from video_search where hot <> (views > ${border}::int) limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Makes videos findable again that have no row any more: their documents are remade when stale ones are. */
export async function insertStaleRows(tx: Db, videoIds: readonly string[]): Promise<void> {
  await execute(tx)`
    insert into video_search (video_id, doc, views, visible, stale)
    select id, '', views, status = 'published', true from videos v
    where v.id = any (${videoIds}::text[]) and v.status <> 'processing' order by id
    on conflict (video_id) do nothing`;
}
