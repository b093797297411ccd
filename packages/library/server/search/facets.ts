import type {
  DATE_FILTERS,
  DURATION_FILTERS,
  FilterCounts,
  QUALITY_FILTERS,
  VIDEO_SORTS,
} from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';

export type Sort = (typeof VIDEO_SORTS)[number];

/** As in the contract's VideoListQuery. */
export interface Filters {
  category?: string | undefined;
  tag?: string | undefined;
  duration?: (typeof DURATION_FILTERS)[number] | undefined;
  quality?: (typeof QUALITY_FILTERS)[number] | undefined;
  date?: (typeof DATE_FILTERS)[number] | undefined;
}

/** As length_class() and quality_class() in the database. */
export const LENGTHS = { short: 0, medium: 1, long: 2 } as const;
export const LEAST_QUALITIES = { hd: 1, fullhd: 2, '4k': 3 } as const;
const BEST_QUALITY = 3;

/** Interval texts. */
export const DATE_INTERVALS = {
  today: '24 hours',
  week: '7 days',
  month: '30 days',
  year: '365 days',
} as const;

/** The classes that exactly cover the videos that pass. */
export function classesOf({ duration, quality }: Filters): { lengths: number[]; qualities: number[] } {
  const least = quality ? LEAST_QUALITIES[quality] : 0;
  return {
    lengths: duration ? [LENGTHS[duration]] : Object.values(LENGTHS),
    qualities: Array.from({ length: BEST_QUALITY - least + 1 }, (_, more) => least + more),
  };
}

interface Counted {
  /** Matches with their facts. */
  of: RawBuilder<unknown>;
  /** A choice is counted under all of these but its own kind; the matches are filtered by category already. */
  filters: Filters;
  /** Whether `of` has all matches. */
  complete: RawBuilder<unknown>;
}

const MOST_CATEGORIES = 200;

/** The number of matches per choice of a filter, as JSON, in one pass. */
export function filterCountsOf({ of, filters, complete }: Counted): RawBuilder<unknown> {
  const { lengths, qualities } = classesOf(filters);
  // Filters that match everything are omitted.
  const duration = filters.duration ? [sql`length = any (${lengths}::smallint[])`] : [];
  const quality = filters.quality ? [sql`quality = any (${qualities}::smallint[])`] : [];
  const date = filters.date ? [since(DATE_INTERVALS[filters.date])] : [];
  const kinds = [
    kindOf('duration', LENGTHS, (length) => sql`length = ${sql.lit(length)}`, [...quality, ...date]),
    kindOf('quality', LEAST_QUALITIES, (least) => sql`quality >= ${sql.lit(least)}`, [...duration, ...date]),
    kindOf('date', DATE_INTERVALS, since, [...duration, ...quality]),
  ];
  const columns = kinds.flatMap(({ choices }) => choices);
  const categories = sql`, 'categories', (
      select coalesce(json_object_agg(category, n), '{}') from (
        select category, n from by_category where category is not null and n > 0
        order by n desc limit ${MOST_CATEGORIES}::int) as most)`;
  return sql`with by_category as materialized (
      select category, ${countOf([...duration, ...quality, ...date])} as n,
        ${sql.join(columns.map(({ column, conditions }) => sql`${countOf(conditions)} as ${column}`))}
      from ${of} as one group by category)
    select json_build_object(${sql.join(kinds.map(({ name, choices }) => sql`${sql.lit(name)}, ${sumsOf(choices)}`))},
      'isCapped', not ${complete}
      ${filters.category === undefined ? categories : sql``}) as filter_counts
    from by_category`;
}

interface Choice {
  name: string;
  column: RawBuilder<unknown>;
  conditions: readonly RawBuilder<unknown>[];
}

function kindOf<Value>(
  name: string,
  choices: Record<string, Value>,
  condition: (value: Value) => RawBuilder<unknown>,
  others: readonly RawBuilder<unknown>[],
): { name: string; choices: Choice[] } {
  return {
    name,
    choices: Object.entries(choices).map(([choice, value]) => ({
      ...{ name: choice, column: sql.ref(`${name}_${choice}`) },
      conditions: [condition(value), ...others],
    })),
  };
}

function countOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0
    ? sql`count(*)`
    : sql`count(*) filter (where ${sql.join(conditions, sql` and `)})`;
}

function sumsOf(choices: readonly Choice[]): RawBuilder<unknown> {
  return sql`json_build_object(${sql.join(
    choices.map(({ name, column }) => sql`${sql.lit(name)}, coalesce(sum(${column}), 0)`),
  )})`;
}

function since(interval: string): RawBuilder<unknown> {
  // A subselect is evaluated once, not per match.
  return sql`published_at >= (select now() - ${sql.lit(interval)}::interval)`;
}

/** Capped if categories may have been cut off. */
export function toldCounts(counts: FilterCounts): FilterCounts {
  const { length } = Object.keys(counts.categories ?? {});
  return length < MOST_CATEGORIES ? counts : { ...counts, isCapped: true };
}

/** A choice may find more than was counted. */
export function cappedCounts<Counted extends { filterCounts?: FilterCounts | undefined }>(
  counted: Counted,
): Counted {
  const { filterCounts } = counted;
  return filterCounts ? { ...counted, filterCounts: { ...filterCounts, isCapped: true } } : counted;
}

/** For disjoint matches. Capped if only some were counted. */
export function addFilterCounts(
  a: FilterCounts | undefined,
  b: FilterCounts | undefined,
): FilterCounts | undefined {
  if (a === undefined || b === undefined) return cappedCounts({ filterCounts: a ?? b }).filterCounts;
  const add = <Counts extends Record<string, number>>(one: Counts, other: Counts): Counts => {
    const sums = [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]);
    return Object.fromEntries(sums) as Counts;
  };
  return {
    duration: add(a.duration, b.duration),
    quality: add(a.quality, b.quality),
    date: add(a.date, b.date),
    ...(a.categories && b.categories ? { categories: add(a.categories, b.categories) } : {}),
    isCapped: a.isCapped || b.isCapped,
  };
}
