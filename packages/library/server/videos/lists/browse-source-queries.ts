import { type RawBuilder, sql } from 'kysely';
import {
  classesOf,
  countedUpTo,
  DATE_INTERVALS,
  type Filters,
  filterCountsOf,
  foundAll,
  hotAndCold,
  IS_RARE,
  isLong,
  type Lookup,
  type Sort,
} from '../../search/index.ts';

export type Fragment = RawBuilder<unknown>;

export interface Browse {
  filters: Filters;
  /** If undefined, and with words: by relevance. */
  sort?: Sort | undefined;
  words?: Lookup | undefined;
  /** The part of the words to look up, if not all; null for nothing. */
  lookUp?: Lookup | null;
  offset: number;
  limit: number;
  cap: number;
  countsFilters?: boolean | undefined;
}

export interface Order {
  /** The sort key before the date, as a column of video_facets `f`. */
  key: Fragment;
  /** The same for a search match, if known there: its views are older. */
  keyOfMatch?: Fragment;
  by: Fragment;
}

export function orderOf(sort: Sort): Order {
  switch (sort) {
    case 'newest':
      return { key: sql`0`, keyOfMatch: sql`0`, by: sql`published_at desc, video_id desc` };
    case 'views':
      return { key: sql`f.views`, by: sql`key desc, published_at desc, video_id desc` };
    case 'longest':
      return {
        ...{ key: sql`f.duration`, keyOfMatch: sql`duration` },
        by: sql`key desc, published_at desc, video_id desc`,
      };
    case 'shortest':
      return { key: sql`f.duration`, keyOfMatch: sql`duration`, by: sql`key, published_at, video_id` };
  }
}

/** Candidates; bounded reads at any size of the catalogue. */
export interface Source {
  definition: Fragment;
  /** Rows (video_id, key, published_at) that pass every filter. */
  candidates: Fragment;
  /** Whether it, or an earlier source, has all videos that pass. */
  complete: Fragment;
}

/** This many of a tag's newest videos are considered. */
const TAGGED = 1001;
/** If each must also match words. */
const TAGGED_LOOKED_UP = 300;
/** This many recent videos are sorted, found by walking at most this many. */
const RECENT = 5000;
const WALKED = 5000;
/** If each video is checked for a tag or words: twenty times as expensive. */
const LOOKED_UP = 1000;
/** If hardly any would match: enough for a small list. */
const HARDLY_WALKED = 100;

/** In order; each is read only if none before it is complete. */
export function sourcesOf(browse: Browse, order: Order): Source[] {
  const { filters, words, sort, lookUp = words } = browse;
  const inOrder = sort === 'newest' && words === undefined;
  if (filters.tag !== undefined && inOrder && !hasClasses(browse)) return [newestOfTag(browse)];
  const sources: Source[] = [];
  if (lookUp != null) sources.push(matching(browse, lookUp, order));
  // The words looked up include the tag's.
  else if (filters.tag !== undefined) sources.push(tagged(browse, order, sources));
  if (words === undefined && filters.tag !== undefined && sort === 'views')
    return [...sources, mostViewedOfTag(browse, order, sources)];
  if (filters.date && sort !== 'newest') {
    if (filters.tag === undefined) sources.push(recent(browse, order, sources));
    else if (words !== undefined) sources.push(tagged(browse, order, sources));
  }
  const isInOrder = sources.length === 0 && words === undefined;
  return [...sources, isInOrder ? firstOf(browse, order) : walked(browse, order, sources)];
}

/** Without other filters. */
function newestOfTag(browse: Browse): Source {
  return {
    definition: taggedOf(browse, sql.lit(browse.cap + 1)),
    candidates: sql`select video_id, 0 as key, published_at from tagged`,
    complete: sql`true`,
  };
}

/** The first of the cells, without other filters. */
function firstOf(browse: Browse, order: Order): Source {
  return {
    definition: sql`walked as materialized (
      ${merged(browse, order, { most: browse.cap + 1, condition: since(browse, sql`f.published_at`) })})`,
    candidates: sql`select video_id, key, published_at from walked`,
    complete: sql`true`,
  };
}

const FACTS = ['category', 'length', 'quality', 'duration', 'published_at'] as const;

function matching(browse: Browse, lookUp: Lookup, order: Order): Source {
  const { keyOfMatch } = order;
  const sifts = findsWords(browse, lookUp) ? undefined : browse.words?.query;
  const passing = sql`from (select * from hot union all select * from cold) as found_by_words
    where ${inClasses(browse)} ${inCategory(browse)} ${since(browse, sql`published_at`)}
      ${sifts === undefined ? sql`` : sql`and fits`}`;
  const ordered =
    keyOfMatch === undefined
      ? sql`(select video_id ${passing}) as c, ${facetsOf(browse, order)}`
      : sql`(select video_id, ${keyOfMatch} as key, published_at ${passing}) as f`;
  return {
    definition: hotAndCold(lookUp, { ...candidatesOf(browse), sifts, facts: FACTS }),
    candidates: sql`select f.video_id, f.key, f.published_at from ${ordered}
      where ${walkFellShort(browse)} and ${hasTag(browse)}`,
    complete: foundAll(candidatesOf(browse)),
  };
}

/** Matches per choice of a filter; not with a tag, which would be looked up per match. */
export function filterCountsIn(browse: Browse): Fragment | undefined {
  const { words, lookUp = words, filters, countsFilters } = browse;
  if (!countsFilters || lookUp == null || filters.tag !== undefined) return undefined;
  const fitting = findsWords(browse, lookUp) ? sql`` : sql`where fits`;
  return filterCountsOf({
    of: sql`(select * from (select * from hot union all select * from cold) as found_by_words ${fitting})`,
    filters,
    complete: foundAll(candidatesOf(browse)),
  });
}

function candidatesOf({ cap, offset, limit }: Browse) {
  return { wanted: cap + 1, cap, isFiltered: true, paged: offset + limit };
}

/** Whether words are looked up. */
function findsByTiers({ words, lookUp = words }: Browse): boolean {
  return lookUp != null;
}

/** Whether what is looked up needs no filter. */
function findsWords({ words }: Browse, lookUp: Lookup): boolean {
  return lookUp === words && !isLong(lookUp);
}

/** The total, if the first source alone knows it: then the walk may end with the page. */
export function countedByFirst(browse: Browse): Fragment | undefined {
  const { filters, words, lookUp = words, sort } = browse;
  const { tag, date } = filters;
  if (words === undefined && tag !== undefined) return sql`(select count(*) from tagged)`;
  if (words === undefined && date && sort !== 'newest') return sql`(select count(*) from recent)`;
  if (tag !== undefined || lookUp == null || !findsWords(browse, lookUp)) return undefined;
  if (hasClasses(browse) || date) return undefined;
  return countedUpTo(browse.cap);
}

function hasClasses({ filters }: Browse): boolean {
  return filters.duration !== undefined || filters.quality !== undefined;
}

/** The walk need not find more. */
function wantedOf(browse: Browse): number {
  const { offset, limit, cap } = browse;
  return countedByFirst(browse) === undefined ? cap + 1 : Math.min(cap + 1, offset + limit);
}

/** The newest with the tag, under the date and class filters. */
function tagged(browse: Browse, order: Order, before: readonly Source[]): Source {
  const most = sql.lit(browse.words === undefined ? TAGGED : TAGGED_LOOKED_UP);
  const definition = taggedOf(browse, unlessComplete(before, most));
  const count = sql`(select count(*) from tagged)`;
  const sawAll = hasClasses(browse) ? sql`(select n from tag_steps) < ${sql.lit(WALKED)}` : sql`true`;
  if (browse.sort === 'newest') {
    const candidates = sql`select video_id, 0 as key, published_at from tagged where ${walkFellShort(browse)}`;
    return { definition, candidates, complete: sql`(${count} > ${sql.lit(browse.cap)} or ${sawAll})` };
  }
  const complete = sql`(${count} < ${most} and ${sawAll})`;
  return {
    definition,
    // Few have the words, so facets are looked up only for these.
    candidates: sql`select f.video_id, f.key, f.published_at from tagged as c, ${facetsOf(browse, order)}
      where ${walkFellShort(browse)} and ${hasWords(browse, sql`c.video_id`)}`,
    complete,
  };
}

function taggedOf(browse: Browse, limit: Fragment): Fragment {
  const { tag = '' } = browse.filters;
  const newest = sql`select video_id, published_at, length, quality from video_tags
    where tag = lower(${tag}) ${inCategory(browse)} ${since(browse, sql`published_at`)}
    order by published_at desc, video_id desc`;
  if (!hasClasses(browse)) return sql`tagged as materialized (${newest} limit ${limit})`;
  return sql`tagged as materialized (
      select * from (${newest} limit ${sql.lit(WALKED)}) as newest where ${inClasses(browse)} limit ${limit}),
    tag_steps as (select count(*) as n from (${newest} limit ${sql.lit(WALKED)}) as newest)`;
}

/** Tier after tier until there are enough. Replaces the walk: few of the most viewed videos have the tag. */
function mostViewedOfTag(browse: Browse, order: Order, before: readonly Source[]): Source {
  const { tag = '' } = browse.filters;
  const wanted = wantedOf(browse);
  return {
    definition: sql`steps as materialized (
        select video_id from (
          select * from video_tags where tag = lower(${tag}) and tier is not null
          order by tier, video_id limit ${sql.lit(WALKED)}) as t
        where ${inClasses(browse)} ${inCategory(browse)} ${since(browse, sql`t.published_at`)}
        order by tier fetch first (${unlessComplete(before, sql`${wanted}::int`)}) rows with ties),
      walked as materialized (
        select f.video_id, f.key, f.published_at from steps as c, ${facetsOf(browse, order)}
        order by ${order.by} limit ${wanted}::int)`,
    candidates: sql`select video_id, key, published_at from walked`,
    complete: sql`false`,
  };
}

function recent(browse: Browse, order: Order, before: readonly Source[]): Source {
  const most = looksUp(browse) ? LOOKED_UP : RECENT;
  const newestFirst = { ...order, by: orderOf('newest').by };
  const condition = since(browse, sql`f.published_at`);
  return {
    definition: sql`recent as materialized (${merged(browse, newestFirst, { most, before, condition })})`,
    candidates: sql`select f.video_id, f.key, f.published_at from recent as f
      where ${walkFellShort(browse)} and ${hasTag(browse)} and ${hasWords(browse)}`,
    complete: sql`(select count(*) from recent) < ${sql.lit(most)}`,
  };
}

/** The first in the list's order, among a limited number. */
function walked(browse: Browse, order: Order, before: readonly Source[]): Source {
  const most = looksUp(browse) ? LOOKED_UP : WALKED;
  const wanted = wantedOf(browse);
  const sinceDate = since(browse, sql`f.published_at`);
  const condition = browse.sort === 'newest' ? sinceDate : sql``;
  const steps = findsByTiers(browse)
    ? sql`(case when ${IS_RARE} then ${sql.lit(HARDLY_WALKED)} else ${sql.lit(most)} end)`
    : sql.lit(most);
  return {
    definition: sql`steps as materialized (${merged(browse, order, { most, before, condition, limit: steps })}),
      walked as materialized (
        select f.video_id, f.key, f.published_at from steps as f
        where ${hasTag(browse)} and ${hasWords(browse)} ${sinceDate} limit ${wanted}::int)`,
    candidates: sql`select video_id, key, published_at from walked`,
    complete: sql`((select count(*) from walked) < ${wanted}::int and (select count(*) from steps) < ${steps})`,
  };
}

/** Facets in the list's order: index scans per cell, merged by the planner, which stops early. */
function merged(
  browse: Browse,
  { key, by }: Order,
  { most, before = [], condition, limit = sql.lit(most) }: Walk,
): Fragment {
  const { lengths, qualities } = classesOf(browse.filters);
  const cells = lengths.flatMap((length) => qualities.map((quality) => ({ length, quality })));
  const parts = cells.map(
    ({ length, quality }) => sql`(select f.video_id, ${key} as key, f.published_at from video_facets f
      where f.length = ${sql.lit(length)} and f.quality = ${sql.lit(quality)} ${inCategory(browse)} ${condition}
      order by ${by} limit ${sql.lit(most)})`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) as cells
    order by ${by} limit ${unlessComplete(before, limit)}`;
}

interface Walk {
  most: number;
  before?: readonly Source[];
  condition: Fragment;
  /** If it may be less than `most`. */
  limit?: Fragment;
}

function looksUp({ filters, words }: Browse): boolean {
  return words !== undefined || filters.tag !== undefined;
}

/** If the walk found enough, it has the first ones. */
function walkFellShort(browse: Browse): Fragment {
  return sql`(select count(*) from walked) < ${wantedOf(browse)}::int`;
}

/** 0 if an earlier source is complete. */
function unlessComplete(before: readonly Source[], most: Fragment): Fragment {
  if (before.length === 0) return most;
  const each = before.map((source) => source.complete);
  return sql`(select case when ${sql.join(each, sql` or `)} then 0 else ${most} end)`;
}

/** The facets of a candidate `c`, if they pass. `limit 1` keeps the planner from reading all facets. */
function facetsOf(browse: Browse, order: Order): Fragment {
  return sql`lateral (select f.video_id, ${order.key} as key, f.published_at from video_facets f
    where f.video_id = c.video_id and ${inClasses(browse, sql`f.`)} ${inCategory(browse, sql`f.`)}
      ${since(browse, sql`f.published_at`)}
    limit 1) as f`;
}

function inCategory({ filters: { category } }: Browse, table = sql``): Fragment {
  return category === undefined ? sql`` : sql`and ${table}category = ${category}`;
}

function inClasses({ filters }: Browse, table = sql``): Fragment {
  const { lengths, qualities } = classesOf(filters);
  return sql`${table}length = any (${lengths}::smallint[]) and ${table}quality = any (${qualities}::smallint[])`;
}

function since({ filters }: Browse, publishedAt: Fragment): Fragment {
  if (!filters.date) return sql``;
  return sql`and ${publishedAt} >= now() - ${sql.lit(DATE_INTERVALS[filters.date])}::interval`;
}

/** A subselect: for a join the planner might read all videos with the tag. */
function hasTag({ filters }: Browse): Fragment {
  if (filters.tag === undefined) return sql`true`;
  return sql`(select true from video_tags t where t.video_id = f.video_id and t.tag = lower(${filters.tag}))`;
}

function hasWords({ words }: Browse, videoId = sql`f.video_id`): Fragment {
  if (words === undefined) return sql`true`;
  return sql`(select s.doc @@ ${words.query}::tsquery from video_search s where s.video_id = ${videoId} and s.visible)`;
}
