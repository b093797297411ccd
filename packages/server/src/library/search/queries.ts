import type { FilterCounts } from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, PREPARED } from '../../kernel/db/pool.ts';
import { columnOf, execute } from '../../kernel/db/run-sql.ts';
import type { SearchableVideo, Wording } from './document.ts';
import { type Filters, filterCountsOf, toldCounts } from './facets.ts';
import type { Lookup, SiftedQuery } from './lookup.ts';
import {
  ALL_READ,
  COUNTED_ALL,
  COUNTED_FACTS,
  countedUpTo,
  type Fact,
  fitsColumn,
  foundAll,
  hotAndCold,
  isLong,
  RANKED,
} from './tier-queries.ts';
import { DOCUMENT_RULES } from './tokens.ts';

const prepared = sql.raw(PREPARED);

/** This many of the most viewed videos are filtered for a prefix that is too short to look up. */
const SIFTED = 3000;

export async function upsertSearchRow(
  db: Db,
  videoId: string,
  { doc, language, rules }: Wording,
  visible: boolean,
): Promise<void> {
  await execute(db)`insert into video_search (video_id, doc, language, rules, views, visible)
    select id, ${doc}::tsvector, ${language}, ${rules}, views, ${visible} from videos where id = ${videoId}
    on conflict (video_id) do update
      set doc = excluded.doc, language = excluded.language, rules = excluded.rules, visible = excluded.visible,
          stale = false`;
}

/** For a video that is not public yet, so that the back office finds it; keeps existing words. */
export async function insertSearchRow(
  db: Db,
  videoId: string,
  { doc, language, rules }: Wording,
): Promise<void> {
  await execute(db)`
    insert into video_search (video_id, doc, language, rules, visible)
    values (${videoId}, ${doc}::tsvector, ${language}, ${rules}, false)
    on conflict (video_id) do nothing`;
}

/** For many new public videos, by one statement. */
export async function insertSearchRows(
  db: Db,
  rows: readonly ({ videoId: string } & Wording)[],
): Promise<void> {
  await execute(db)`
    insert into video_search (video_id, doc, language, rules, visible)
    select id, doc::tsvector, language, rules, true
    from unnest(${rows.map(({ videoId }) => videoId)}::text[], ${rows.map(({ doc }) => doc)}::text[],
                ${rows.map(({ language }) => language)}::text[], ${rows.map(({ rules }) => rules)}::smallint[])
      as one (id, doc, language, rules)`;
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

/** The same for documents of former rules, in the order of their videos' ids, after one of them. */
export function lockFormerDocuments(tx: Db, afterId: string, limit: number): Promise<string[]> {
  return columnOf(tx)<string>`
    select video_id as id from video_search where rules < ${sql.lit(DOCUMENT_RULES)} and video_id > ${afterId}
    order by video_id limit ${limit}::int for no key update skip locked`;
}

export function selectSearchable(
  tx: Db,
  ids: readonly string[],
): Promise<(SearchableVideo & { id: string })[]> {
  return execute(tx)<SearchableVideo & { id: string }>`
    select id, title, description, tags, category, language from videos where id = any (${ids}::text[])`;
}

export async function updateDocuments(tx: Db, wordings: ReadonlyMap<string, Wording>): Promise<void> {
  const each = <T>(field: (wording: Wording) => T) => [...wordings.values()].map(field);
  await execute(
    tx,
  )`update video_search s set doc = made.doc::tsvector, language = made.language, rules = made.rules,
      stale = false
    from unnest(${[...wordings.keys()]}::text[], ${each(({ doc }) => doc)}::text[],
                ${each(({ language }) => language)}::text[], ${each(({ rules }) => rules)}::smallint[])
      as made (id, doc, language, rules)
    where s.video_id = made.id`;
}

/** What a page shows of its videos `v`. */
export interface Shown {
  columns: RawBuilder<unknown>;
  /** Those for which it does not hold are left out. */
  condition: RawBuilder<unknown>;
}

export interface Matches<Row> {
  /** At most the requested `cap`, plus one if there are more. */
  counted: number;
  rows: Row[];
  /** False where only some of the videos were filtered: there may be more. */
  isComplete: boolean;
  /** Where they were asked for. */
  filterCounts?: FilterCounts | undefined;
}

/**
 * The CTEs `hot` and `cold` for a prefix that is too short to look up: its matches in tier 0, and, where that is small,
 * among some `others`.
 */
function mostViewed(words: string, facts: readonly Fact[]): RawBuilder<unknown> {
  const more = sql.raw(facts.map((fact) => `, ${fact}`).join(''));
  return sql`hot as (
      select video_id, views, ctid as place_of, true as fits ${more} from video_search
      where visible and tier = 0 and doc @@ (select ${words}::tsquery)),
    room as materialized (select ${SIFTED}::int - count(*) as n from video_search where visible and tier = 0),
    others as materialized (
      select video_id, views, ctid as place_of ${fitsColumn(words)} ${more} from video_search where visible and tier is null
      order by video_id limit (select n from room)),
    cold as (select * from others)`;
}

const SAW_ALL = sql`((select count(*) from others) < (select n from room))`;

/** The larger, the less do views count beside the words. */
const VIEWS_OFFSET = 10;
/** Views are counted less the older they are, as if they had come evenly since the video was published. */
const VIEWS_LAST_DAYS = 180;
/** A new video counts so much more, and each that many days later the e-th part of it. */
const FRESHNESS = 0.3;
const FRESH_DAYS = 30;

/**
 * The rank of the best `place`s (1 is the most viewed) of a search, ascending: in which fields the words stand and how
 * close together, then views and freshness, for the first few hundred; null for the rest. `row` is a condition for the
 * video's row `s` of video_search.
 */
export function fitOf(
  { required }: Pick<Lookup, 'required'>,
  { row, place }: { row: RawBuilder<unknown>; place: RawBuilder<number> },
): RawBuilder<number | null> {
  return sql`case when ${place} <= ${RANKED}::int then (
    select -ts_rank_cd(s.doc, ${required}::tsquery, 1)
      * (${sql.lit(VIEWS_OFFSET)} + ln(1 + s.views * (1 - exp(-lasted.so_long)) / lasted.so_long))
      * (1 + ${sql.lit(FRESHNESS)} * exp(-aged.days / ${sql.lit(FRESH_DAYS)}))
    from video_search s,
      lateral (select greatest(date_part('epoch', now() - s.published_at) / 86400, 1) as days) as aged,
      lateral (select aged.days / ${sql.lit(VIEWS_LAST_DAYS)} as so_long) as lasted
    where ${row}) end`;
}

/**
 * The number of matches, and one page of them: the first few hundred of the most viewed ranked by words and views, the
 * rest by views alone.
 */
export async function selectMatches<Row>(db: Db, lookup: Lookup, page: MatchesPage): Promise<Matches<Row>> {
  if (isLong(lookup)) return selectSifted(db, { words: lookup, among: lookup }, page);
  const { cap } = page;
  const wanted = Math.min(cap, Math.max(RANKED, page.offset + page.limit));
  return selectFrom(db, lookup, page, {
    definition: hotAndCold(lookup, { wanted, cap, facts: factsOf(page) }),
    read: ALL_READ,
    condition: sql`true`,
    wanted,
    counted: countedUpTo(cap),
    complete: COUNTED_ALL,
  });
}

/** The same where what is looked up must be filtered, as for a prefix that is too short. */
export async function selectSifted<Row>(
  db: Db,
  { words, among }: SiftedQuery,
  page: MatchesPage,
): Promise<Matches<Row>> {
  const wanted = page.cap + 1;
  const candidates = { wanted, cap: page.cap, isFiltered: true };
  return selectFrom(db, words, page, {
    definition:
      among === undefined
        ? mostViewed(words.query, factsOf(page))
        : hotAndCold(among, { ...candidates, sifts: words.query, facts: factsOf(page) }),
    read: sql`(select * from hot union all select * from cold)`,
    condition: sql`fits`,
    wanted,
    counted: sql`(select count(*) from matches)`,
    complete: among === undefined ? SAW_ALL : foundAll(candidates),
  });
}

interface MatchesPage {
  offset: number;
  limit: number;
  cap: number;
  shown: Shown;
  /** What the words are limited to beside. */
  filters: Filters;
  countsFilters?: boolean | undefined;
}

function factsOf({ countsFilters }: MatchesPage): readonly Fact[] {
  return countsFilters ? COUNTED_FACTS : [];
}

interface Selection {
  /** The CTEs `hot` and `cold`. */
  definition: RawBuilder<unknown>;
  /** All rows that were read for them. */
  read: RawBuilder<unknown>;
  /** Which of them match. */
  condition: RawBuilder<unknown>;
  /** This many of the most viewed make up the pages. */
  wanted: number;
  counted: RawBuilder<unknown>;
  complete: RawBuilder<unknown>;
}

async function selectFrom<Row>(
  db: Db,
  words: Lookup,
  { offset, limit, cap, shown, filters, countsFilters }: MatchesPage,
  { definition, read, condition, wanted, counted, complete }: Selection,
): Promise<Matches<Row>> {
  const fit = fitOf(words, { row: sql`s.ctid = place_of`, place: sql`place` });
  const filterCounts = filterCountsOf({
    of: sql`(select * from ${read} as read where ${condition})`,
    filters,
    complete: sql`(select complete and counted <= ${cap}::int from counts)`,
  });
  const found = await execute(db)<Row & PageRow>`${prepared}
    with ${definition},
    matches as materialized (
      select video_id, views, place_of from (select * from hot union all select * from cold) as found where ${condition}
      order by views desc, video_id desc limit ${wanted}::int),
    placed as (select *, row_number() over (order by views desc, video_id desc) as place from matches),
    counts as materialized (
      select least(${counted}, ${cap + 1}::int)::int as counted, ${complete} as complete),
    ids as materialized (
      ${idsFrom(sql`placed where place <= ${cap}::int`, { offset, limit, by: sql`${fit}, place` })})
    ${pageOf(shown, countsFilters ? filterCounts : undefined)}`;
  return matchesOf(found);
}

interface Ids {
  offset: number;
  limit: number;
  by: RawBuilder<unknown>;
}

/** The ids of a page of videos (`video_id` of a table with a condition) in an order. */
export function idsFrom(videos: RawBuilder<unknown>, { offset, limit, by }: Ids): RawBuilder<unknown> {
  return sql`select array(
    select video_id from ${videos} order by ${by} offset ${offset}::int limit ${limit}::int) as ids`;
}

export interface PageRow {
  counted: number;
  complete: boolean;
  /** Null where the page is empty. */
  nth: number | null;
  /** Where they are asked for, in the first row. */
  filter_counts?: FilterCounts | null;
}

/**
 * The rows of a page whose ids are in the CTE `ids`, in its order, each with what the CTE `counts` has, the first also
 * with `filterCounts`.
 */
export function pageOf(
  { columns, condition }: Shown,
  filterCounts?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const beside = filterCounts
    ? sql`, case when row_number() over (order by nth) = 1 then (${filterCounts}) end as filter_counts`
    : sql``;
  return sql`select counts.*, shown.* ${beside} from counts left join lateral (
      select wanted.nth, ${columns} from ids, unnest(ids.ids) with ordinality as wanted (id, nth), videos v
      where v.id = wanted.id and ${condition}) as shown on true
    order by nth`;
}

export function matchesOf<Row>(found: readonly (Row & PageRow)[]): Matches<Row> {
  const { counted, complete: isComplete, filter_counts } = found[0]!;
  return {
    ...{ counted, isComplete, rows: found.filter(({ nth }) => nth !== null) },
    ...(filter_counts ? { filterCounts: toldCounts(filter_counts) } : {}),
  };
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

/** Makes videos findable again that have no row any more: their documents are remade when stale ones are. */
export async function insertStaleRows(tx: Db, videoIds: readonly string[]): Promise<void> {
  await execute(tx)`
    insert into video_search (video_id, doc, views, visible, stale)
    select id, '', views, status = 'published', true from videos v
    where v.id = any (${videoIds}::text[]) and v.status <> 'processing' order by id
    on conflict (video_id) do nothing`;
}
