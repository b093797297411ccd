import type { FilterCounts } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { addFilterCounts, cappedCounts, type Filters } from './facets.ts';
import {
  beside,
  type Limits,
  type Lookup,
  plainSlots,
  queryOf,
  type SearchQuery,
  type SiftedQuery,
} from './lookup.ts';
import { corrected, type ParsedQuery, type Part, parseQuery, runOf, textOf } from './parse.ts';
import { type Matches, type Shown, selectMatches, selectSifted } from './queries.ts';
import { type Meanings, type Widened, widen } from './widen.ts';
import { type Correction, correctionsOf } from './words/correct.ts';

/** One page. In another order than by relevance, prefixes are searched only if words and forms find fewer. */
const FULL = 24;
/** With fewer matches, the words may be mistyped. */
const FEW = 20;

export interface Asking extends Limits, Slice, Meanings {
  text: string;
  /** Whether the list's filters leave out videos that have the words. */
  isFiltered: boolean;
  /** No corrections. */
  isExact?: boolean | undefined;
}

export interface Said {
  /** Nothing has the typed words; these were searched. */
  searchedInstead?: string;
  /** These words find more. */
  didYouMean?: string;
  /** The search only excludes. */
  onlyExcludes?: true;
}

export interface Found<Row> {
  rows: Row[];
  /** At most COUNT_CAP. */
  total: number;
  totalIsCapped: boolean;
  said: Said;
  /** On the first page of a search. */
  filterCounts?: FilterCounts | undefined;
}

/** A page of matches: words as typed, then their forms, then prefixes. If nothing has them, corrected words. */
export async function ask<Row extends { id: string }>(
  db: Db,
  asking: Asking,
  ways: Ways<Row>,
): Promise<Found<Row>> {
  const parsed = parseQuery(asking.text);
  if (parsed.required.length === 0)
    return foundOf(NOTHING, parsed.excluded.length > 0 ? { onlyExcludes: true } : {});
  const widened = await widen(db, parsed, asking);
  const found = await matchesOf(queryOf(parsed, widened, asking), asking, ways);
  if (asking.isExact || found.counted >= FEW) return foundOf(found, {});
  return (await correctedOf(db, { parsed, ...widened, asking, found, ways })) ?? foundOf(found, {});
}

const NOTHING: Matches<never> = { counted: 0, rows: [], isComplete: true };

async function matchesOf<Row>(query: SearchQuery, slice: Slice, ways: Ways<Row>): Promise<Matches<Row>> {
  return ways.isRanked ? ranked(query, slice, ways) : mixed(query, slice, ways);
}

/** The narrowest lookup first, then what each wider one adds; once the page is full, the rest is only counted. */
async function ranked<Row>(
  { typed, strict, loose = strict, sifted }: SearchQuery,
  slice: Slice,
  ways: Ways<Row>,
): Promise<Matches<Row>> {
  const end = Math.min(slice.offset + slice.limit, COUNT_CAP);
  let found: Matches<Row> = NOTHING;
  const add = async (matches: (rest: Slice) => Promise<Matches<Row>>) => {
    const offset = Math.max(slice.offset, found.counted);
    const place = { offset: offset - found.counted, limit: Math.max(0, end - offset) };
    const more = await matches({ ...slice, ...place });
    found = {
      counted: found.counted + more.counted,
      rows: [...found.rows, ...more.rows],
      isComplete: found.isComplete && more.isComplete,
      filterCounts:
        found === NOTHING ? more.filterCounts : addFilterCounts(found.filterCounts, more.filterCounts),
    };
  };
  /** Whether looser matches would change neither the page nor its total. */
  const isEnough = () => found.counted > COUNT_CAP || (found.counted >= end && !found.isComplete);
  let before: Lookup | undefined;
  for (const lookup of new Set([typed, strict, loose])) {
    if (isEnough()) return cappedCounts(found);
    const wider = found.counted < end ? lookup : loose;
    if (wider === before) break;
    // A lookup that finds nothing excludes nothing.
    const within = isNothing(found) ? undefined : before;
    await add((rest) => ways.matching(within ? beside(wider, within) : wider, rest));
    before = wider;
  }
  if (sifted && !isEnough())
    await add((rest) => ways.sifting({ ...sifted, words: beside(sifted.words, strict) }, rest));
  return found;
}

/** Under other filters there may be matches, counted in `filterCounts`. */
function isNothing({ counted, isComplete, filterCounts }: Matches<unknown>): boolean {
  const { duration = {}, quality = {}, date = {}, categories = {} } = filterCounts ?? {};
  const isCounted = [duration, quality, date, categories].some((counts: Record<string, number>) =>
    Object.values(counts).some((n) => n > 0),
  );
  return counted === 0 && isComplete && !isCounted;
}

/** In other orders all matches are mixed, so prefixes are searched only if there is little else. */
async function mixed<Row>(
  { strict, loose, sifted }: SearchQuery,
  slice: Slice,
  ways: Ways<Row>,
): Promise<Matches<Row>> {
  const found = await ways.matching(strict, slice);
  // With a filter, there may be so few that prefixes are found as well.
  if (found.counted >= FULL) return loose || sifted ? cappedCounts(found) : found;
  if (loose) return ways.matching(loose, slice);
  return sifted && found.counted === 0 ? ways.sifting(sifted, slice) : found;
}

interface Doubtful<Row> extends Widened {
  parsed: ParsedQuery;
  asking: Asking;
  found: Matches<Row>;
  ways: Ways<Row>;
}

/**
 * Results for the corrected words, or a hint that these find more. Words decide, not filters: others are searched only
 * if no video has the typed ones. The documents are checked, as the vocabulary lags behind them.
 */
async function correctedOf<Row extends { id: string }>(
  db: Db,
  { parsed, asking, found, ways, ...widened }: Doubtful<Row>,
): Promise<Found<Row> | undefined> {
  const { doubtful } = widened;
  if (doubtful.length === 0) return undefined;
  const alone = asking.isFiltered ? await countAlone(db, parsed, widened) : found;
  if (alone.counted >= FEW || !alone.isComplete) return undefined;
  const corrections = await correctionsOf(db, doubtful.map(runOf));
  if (corrections.length === 0) return undefined;
  const isOneWord = parsed.required.length === 1 && parsed.excluded.length === 0;
  if (alone.counted === 0) {
    const unknown = isOneWord ? corrections : await withoutVideos(db, doubtful, corrections);
    if (unknown.length > 0) {
      const { words, query } = await meantBy(db, unknown, { parsed, asking });
      const instead = await matchesOf(query, asking, ways);
      if (instead.counted > 0) return foundOf(instead, { searchedInstead: words });
    }
    if (unknown.length === corrections.length) return undefined;
  }
  const { words, query } = await meantBy(db, corrections, { parsed, asking });
  const { counted } = await ways.matching(query.strict, { offset: 0, limit: 0 });
  return counted > found.counted ? foundOf(found, { didYouMean: words }) : undefined;
}

async function meantBy(
  db: Db,
  corrections: readonly Correction[],
  { parsed, asking }: { parsed: ParsedQuery; asking: Asking },
): Promise<{ words: string; query: SearchQuery }> {
  const meant = corrected(parsed, new Map(corrections.map(({ from, to }) => [from, to])));
  const widened = await widen(db, meant, asking);
  return { words: textOf(meant), query: queryOf(meant, widened, asking) };
}

/** Videos that have the words, without the list's filters. */
function countAlone(db: Db, parsed: ParsedQuery, widened: Widened): Promise<Matches<unknown>> {
  return ranked(queryOf(parsed, widened, {}), { offset: 0, limit: 0 }, plainWays(db));
}

/** Corrections of words that no video has. */
async function withoutVideos(
  db: Db,
  parts: readonly Part[],
  corrections: readonly Correction[],
): Promise<Correction[]> {
  const counted = await Promise.all(
    parts.map(async (part) => {
      const { typed } = queryOf({ required: [part] }, { slots: plainSlots([part]), excluded: [] }, {});
      return plainWays(db).matching(typed, { offset: 0, limit: 0 });
    }),
  );
  const none = new Set(parts.filter((_, n) => counted[n]?.counted === 0 && counted[n].isComplete).map(runOf));
  return corrections.filter(({ from }) => none.has(from));
}

export function foundOf<Row>(
  { counted, isComplete, rows, filterCounts }: Matches<Row>,
  said: Said,
): Found<Row> {
  return {
    rows,
    ...(filterCounts ? { filterCounts } : {}),
    total: Math.min(counted, COUNT_CAP),
    totalIsCapped: counted > COUNT_CAP || !isComplete,
    said,
  };
}

/** Beyond it a page says "1,000+". */
export const COUNT_CAP = 1000;

export interface Slice {
  offset: number;
  limit: number;
  /** Whether matches are also counted per filter. */
  countsFilters?: boolean;
}

/** How a kind of list is searched. */
export interface Ways<Row> {
  matching(words: Lookup, slice: Slice): Promise<Matches<Row>>;
  sifting(words: SiftedQuery, slice: Slice): Promise<Matches<Row>>;
  /** False for any order but relevance. */
  isRanked: boolean;
}

const ONLY_COUNTED: Shown = { columns: sql`v.id`, condition: sql`true` };

/** All public videos, best match first. */
export function plainWays<Row>(db: Db, shown: Shown = ONLY_COUNTED, filters: Filters = {}): Ways<Row> {
  const wanted = { shown, filters, cap: COUNT_CAP };
  return {
    isRanked: true,
    matching: (words, slice) => selectMatches(db, words, { ...wanted, ...slice }),
    async sifting(sifted, slice) {
      const page = { ...wanted, ...slice };
      const found = await selectSifted<Row>(db, sifted, page);
      // A prefix that none of the most viewed videos has is rare enough to look up.
      const isRare = found.counted === 0 && sifted.among === undefined;
      return isRare ? selectMatches(db, sifted.words, page) : found;
    },
  };
}
