import type { FilterCounts } from '@vesper/contract';
import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { columnOf, execute } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';
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

/** This many of the most viewed videos are filtered for a prefix too short to look up. */
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

/** For a video that is not public, so that the back office finds it; keeps existing words. */
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

/** Skips rows locked by others; returns ids. Read the videos in a later statement, which sees their latest state. */
export function lockStaleDocuments(tx: Db, limit: number): Promise<string[]> {
  return columnOf(tx)<string>`
    select video_id as id from video_search where stale order by video_id limit ${limit}::int
    for no key update skip locked`;
}

/** Documents of former rules, by video id, after the given one. */
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

/** A page's columns of its videos `v`. */
export interface Shown {
  columns: RawBuilder<unknown>;
  /** Other videos are left out. */
  condition: RawBuilder<unknown>;
}

export interface Matches<Row> {
  /** At most `cap`, plus one if there are more. */
  counted: number;
  rows: Row[];
  /** False if only some videos were filtered: there may be more. */
  isComplete: boolean;
  filterCounts?: FilterCounts | undefined;
}

/** For a prefix too short to look up: `hot` has matches in tier 0, `cold` some others if that tier is small. */
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

/** The larger, the less views count beside the words. */
const VIEWS_OFFSET = 10;
/** Older views count less, as if spread evenly since publication. */
const VIEWS_LAST_DAYS = 180;
/** The bonus of a new video, which decays by a factor of e in FRESH_DAYS. */
const FRESHNESS = 0.3;
const FRESH_DAYS = 30;

/**
 * The rank of the first few hundred `place`s, ascending (null for the rest): the words' fields and closeness, then views
 * and freshness. `row` is the condition for the video's row `s` of video_search.
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

/** The count, and one page: a few hundred of the most viewed by relevance, the rest by views. */
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

/** For lookups whose matches must be filtered, as for a prefix that is too short. */
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
  /** Limits beside the words. */
  filters: Filters;
  countsFilters?: boolean | undefined;
}

function factsOf({ countsFilters }: MatchesPage): readonly Fact[] {
  return countsFilters ? COUNTED_FACTS : [];
}

interface Selection {
  /** The CTEs `hot` and `cold`. */
  definition: RawBuilder<unknown>;
  /** All rows read for them. */
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

/** `videos` is a table with `video_id` and a condition. */
export function idsFrom(videos: RawBuilder<unknown>, { offset, limit, by }: Ids): RawBuilder<unknown> {
  return sql`select array(
    select video_id from ${videos} order by ${by} offset ${offset}::int limit ${limit}::int) as ids`;
}

export interface PageRow {
  counted: number;
  complete: boolean;
  /** Null if the page is empty. */
  nth: number | null;
  /** In the first row, if requested. */
  filter_counts?: FilterCounts | null;
}

/** A page's rows, by the CTE `ids`, each with the CTE `counts`, the first also with `filterCounts`. */
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

/** Copies views, which the search ranks by, for a batch of video ids after `afterId`. */
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

/** For videos without a row: their documents are then rebuilt as stale ones. */
export async function insertStaleRows(tx: Db, videoIds: readonly string[]): Promise<void> {
  await execute(tx)`
    insert into video_search (video_id, doc, views, visible, stale)
    select id, '', views, status = 'published', true from videos v
    where v.id = any (${videoIds}::text[]) and v.status <> 'processing' order by id
    on conflict (video_id) do nothing`;
}
