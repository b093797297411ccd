import { type RawBuilder, sql } from 'kysely';
import { foundAll, hotAndCold } from '../search/index.ts';
import { classesOf, DATE_INTERVALS, type Filters, type Sort } from './facets.ts';

export type Fragment = RawBuilder<unknown>;

export interface Browse {
  filters: Filters;
  /** Without one, and with words: by how well these fit. */
  sort?: Sort | undefined;
  /** Text of a tsquery. */
  words?: string | undefined;
  offset: number;
  limit: number;
  cap: number;
}

export interface Order {
  /** By what a candidate is ordered before its date. */
  key: Fragment;
  by: Fragment;
  /** The same over video_facets `f`, as an index has it. */
  walk: Fragment;
}

export function orderOf(sort: Sort): Order {
  const by = sql`key desc, published_at desc, video_id desc`;
  switch (sort) {
    case 'newest':
      return { key: sql`0`, by, walk: sql`f.published_at desc, f.video_id desc` };
    case 'views':
      return { key: sql`f.views`, by, walk: sql`f.views desc, f.published_at desc, f.video_id desc` };
    case 'longest':
      return { key: sql`f.duration`, by, walk: sql`f.duration desc, f.published_at desc, f.video_id desc` };
    case 'shortest':
      return {
        key: sql`f.duration`,
        by: sql`key, published_at, video_id`,
        walk: sql`f.duration, f.published_at, f.video_id`,
      };
  }
}

/** From where candidates come; what it reads is bounded, whatever the size of the catalogue. */
export interface Source {
  /** Parts of a WITH, in which `cells` stands before. */
  definition: Fragment;
  /** The rows (video_id, key, published_at) of these that pass every filter. */
  candidates: Fragment;
  /** Whether all videos that pass are among these, or among those of a source before. */
  complete: Fragment;
}

/** So many of a tag's newest videos are considered, and so many that are recent enough. */
const TAGGED = 5000;
const RECENT = 20_000;
/** So many are walked over in all cells together, where each has to be looked at for a tag or its date. */
const WALKED = 12_000;
/** Looking for words costs more. */
const WALKED_FOR_WORDS = 6000;

/** The sources in the order in which they are asked: each only if none before it was complete. */
export function sourcesOf(browse: Browse, order: Order): Source[] {
  const { filters, words, sort } = browse;
  const sources: Source[] = [];
  if (words !== undefined) sources.push(matching(browse, words, order));
  if (filters.tag !== undefined) sources.push(tagged(browse, order, sources));
  if (filters.date && sort !== 'newest') sources.push(recent(browse, order, sources));
  const tagInOrder = sort === 'newest' && !filters.duration && !filters.quality && words === undefined;
  if (filters.tag !== undefined && tagInOrder) return sources;
  return [...sources, walked(browse, order, sources)];
}

/** The matches of the words, as a search takes them. */
function matching(browse: Browse, words: string, order: Order): Source {
  return {
    definition: hotAndCold(words, browse.cap),
    candidates: sql`select f.video_id, f.key, f.published_at
      from (select video_id from hot union all select video_id from cold) as c, ${facetsOf(browse, order)}
      where ${hasTag(browse)}`,
    complete: foundAll(browse.cap),
  };
}

/** The newest that bear the tag. */
function tagged(browse: Browse, order: Order, before: readonly Source[]): Source {
  const { tag = '', category } = browse.filters;
  const inCategory = category === undefined ? sql`` : sql`and category = ${category}`;
  return {
    definition: sql`tagged as materialized (
      select video_id from video_tags where tag = lower(${tag}) ${inCategory} ${since(browse, sql`published_at`)}
      order by published_at desc, video_id desc limit ${unlessComplete(before, TAGGED)})`,
    candidates: sql`select f.video_id, f.key, f.published_at from tagged as c, ${facetsOf(browse, order)}
      where ${hasWords(browse)}`,
    complete: sql`(select count(*) from tagged) < ${TAGGED}::int`,
  };
}

/** Everything since the date, the newest of each cell first. */
function recent(browse: Browse, order: Order, before: readonly Source[]): Source {
  const most = browse.words === undefined ? RECENT : WALKED_FOR_WORDS;
  return {
    definition: sql`recent as materialized (
      select f.* from cells, lateral (
        select f.video_id, ${order.key} as key, f.published_at from video_facets f
        where ${inCell(browse)} ${since(browse, sql`f.published_at`)}
        order by f.published_at desc, f.video_id desc limit ${most}::int) as f
      limit ${unlessComplete(before, most)})`,
    candidates: sql`select f.video_id, f.key, f.published_at from recent as f
      where ${hasTag(browse)} and ${hasWords(browse)}`,
    complete: sql`(select count(*) from recent) < ${most}::int`,
  };
}

/** The first of each cell in the order of the list. */
function walked(browse: Browse, order: Order, before: readonly Source[]): Source {
  const sinceDate = since(browse, sql`f.published_at`);
  const { most, exact } = walkOf(browse);
  return {
    definition: sql`walked as materialized (
      select f.*, cells.length, cells.quality from cells, lateral (
        select f.video_id, ${order.key} as key, f.published_at from video_facets f
        where ${inCell(browse)} ${browse.sort === 'newest' ? sinceDate : sql``}
        order by ${order.walk} limit ${unlessComplete(before, most)}) as f)`,
    candidates: sql`select f.video_id, f.key, f.published_at from walked as f
      where ${hasTag(browse)} and ${hasWords(browse)} ${sinceDate}`,
    complete: exact
      ? sql`true`
      : sql`not exists (select from walked group by length, quality having count(*) >= ${most}::int)`,
  };
}

/** How many of each cell are walked over; exact where these need no filter any more: then they are the first of all. */
function walkOf({ filters, words, sort, cap }: Browse): { most: number; exact: boolean } {
  const exact = words === undefined && filters.tag === undefined && (sort === 'newest' || !filters.date);
  if (exact) return { most: cap + 1, exact };
  const { lengths, qualities } = classesOf(filters);
  const all = words === undefined ? WALKED : WALKED_FOR_WORDS;
  return { most: Math.ceil(all / (lengths.length * qualities.length)), exact };
}

/** A limit that is 0 where a source before is complete. */
function unlessComplete(before: readonly Source[], most: number): Fragment {
  if (before.length === 0) return sql`${most}::int`;
  const each = before.map((source) => source.complete);
  return sql`(select case when ${sql.join(each, sql` or `)} then 0 else ${most}::int end)`;
}

function inCell({ filters }: Browse): Fragment {
  const inCategory = filters.category === undefined ? sql`` : sql`f.category = ${filters.category} and`;
  return sql`${inCategory} f.length = cells.length and f.quality = cells.quality`;
}

/** The facets `f` of a candidate `c`, if they pass. The limit keeps the planner from reading all facets instead. */
function facetsOf(browse: Browse, order: Order): Fragment {
  const { category } = browse.filters;
  const { lengths, qualities } = classesOf(browse.filters);
  const inCategory = category === undefined ? sql`` : sql`and f.category = ${category}`;
  return sql`lateral (select f.video_id, ${order.key} as key, f.published_at from video_facets f
    where f.video_id = c.video_id and f.length = any (${lengths}::smallint[])
      and f.quality = any (${qualities}::smallint[]) ${inCategory} ${since(browse, sql`f.published_at`)}
    limit 1) as f`;
}

function since({ filters }: Browse, publishedAt: Fragment): Fragment {
  if (!filters.date) return sql``;
  return sql`and ${publishedAt} >= now() - ${DATE_INTERVALS[filters.date]}::interval`;
}

/** Of one video `f` at a time, as a subselect: of a join the planner might read all that bear the tag. */
function hasTag({ filters }: Browse): Fragment {
  if (filters.tag === undefined) return sql`true`;
  return sql`(select true from video_tags t where t.video_id = f.video_id and t.tag = lower(${filters.tag}))`;
}

function hasWords({ words }: Browse): Fragment {
  if (words === undefined) return sql`true`;
  return sql`(select s.doc @@ ${words}::tsquery from video_search s where s.video_id = f.video_id and s.visible)`;
}
