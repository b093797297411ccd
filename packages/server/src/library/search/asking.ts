import type { Db } from '../../kernel/db/pool.ts';
import { correctionsOf } from './correct.ts';
import { type Limits, type Lookup, queryOf, type SearchQuery, type SiftedQuery } from './lookup.ts';
import { corrected, type ParsedQuery, type Part, parseQuery, runOf, textOf } from './parse.ts';
import type { Matches } from './queries.ts';
import type { SynonymsOf } from './synonyms.ts';
import { widen } from './widen.ts';

/** Counting stops here: beyond it a page says "1,000+". */
export const COUNT_CAP = 1000;
/** A page; where the words and their forms find as many, nothing looser is asked. */
const FULL = 24;
/** Where fewer are found, what was typed may be an error. */
const FEW = 20;

export interface Asking extends Limits {
  text: string;
  offset: number;
  limit: number;
  /** Without corrections. */
  isExact?: boolean | undefined;
  /** Those of the domain that is asked; without it, none. */
  synonymsOf?: SynonymsOf | undefined;
}

export interface Slice {
  offset: number;
  limit: number;
}

/** How a kind of list is asked for words. */
export interface Ways<Row> {
  /** A page of what has the words, those in `first` (ids) before all others. */
  matching(words: Lookup, slice: Slice, first: readonly string[]): Promise<Matches<Row>>;
  sifting(words: SiftedQuery, slice: Slice): Promise<Matches<Row>>;
  /** False where another order than the best match is asked for: then nothing comes first. */
  isRanked: boolean;
}

/** What an answer says about the search, beside its videos. */
export interface Said {
  /** Found of these words, as nothing has those that were typed. */
  searchedInstead?: string;
  /** These words find more. */
  didYouMean?: string;
  /** Nothing is asked for, only left out. */
  onlyExcludes?: true;
}

export interface Found<Row> {
  rows: Row[];
  /** All matches, at most COUNT_CAP. */
  total: number;
  totalIsCapped: boolean;
  said: Said;
}

/**
 * A page of what a typed text finds: what has the words or their forms, then, where that is less than a page, what has
 * words that begin so. Where nothing has them, and the words may be mistyped, what has the words that were meant.
 */
export async function ask<Row extends { id: string }>(
  db: Db,
  asking: Asking,
  ways: Ways<Row>,
): Promise<Found<Row>> {
  const parsed = parseQuery(asking.text);
  if (parsed.required.length === 0)
    return foundOf(NOTHING, parsed.excluded.length > 0 ? { onlyExcludes: true } : {});
  const { slots, doubtful } = await widen(db, parsed, asking.synonymsOf);
  const found = await matchesOf(queryOf(parsed, slots, asking), asking, ways);
  if (asking.isExact || found.counted >= FEW) return foundOf(found, {});
  return (await correctedOf(db, { parsed, doubtful, asking, found, ways })) ?? foundOf(found, {});
}

const NOTHING = { counted: 0, rows: [], isComplete: true };

async function matchesOf<Row extends { id: string }>(
  { strict, loose, sifted }: SearchQuery,
  slice: Slice,
  ways: Ways<Row>,
): Promise<Matches<Row>> {
  const found = await ways.matching(strict, slice, []);
  if (found.counted >= FULL) return found;
  if (loose) return ways.matching(loose, slice, await idsOf(strict, { found, slice, ways }));
  return sifted && found.counted === 0 ? ways.sifting(sifted, slice) : found;
}

/** All that was found, in its order. */
async function idsOf<Row extends { id: string }>(
  strict: Lookup,
  { found, slice, ways }: { found: Matches<Row>; slice: Slice; ways: Ways<Row> },
): Promise<string[]> {
  if (found.counted === 0 || !ways.isRanked) return [];
  const isAll = slice.offset === 0 && found.counted <= slice.limit;
  const { rows } = isAll ? found : await ways.matching(strict, { offset: 0, limit: FULL }, []);
  return rows.map(({ id }) => id);
}

interface Doubtful<Row> {
  parsed: ParsedQuery;
  /** Those of its parts that may be mistyped. */
  doubtful: readonly Part[];
  asking: Asking;
  found: Matches<Row>;
  ways: Ways<Row>;
}

/** What the words find that may have been meant; undefined if it is no more. */
async function correctedOf<Row extends { id: string }>(
  db: Db,
  { parsed, doubtful, asking, found, ways }: Doubtful<Row>,
): Promise<Found<Row> | undefined> {
  const corrections = doubtful.length === 0 ? [] : await correctionsOf(db, doubtful.map(runOf));
  if (corrections.length === 0) return undefined;
  const meant = corrected(parsed, new Map(corrections.map(({ from, to }) => [from, to])));
  const query = queryOf(meant, (await widen(db, meant, asking.synonymsOf)).slots, asking);
  const words = textOf(meant);
  if (found.counted > 0) {
    const { counted } = await ways.matching(query.strict, { offset: 0, limit: 1 }, []);
    return counted > found.counted ? foundOf(found, { didYouMean: words }) : undefined;
  }
  const instead = await matchesOf(query, asking, ways);
  return instead.counted > 0 ? foundOf(instead, { searchedInstead: words }) : undefined;
}

export function foundOf<Row>({ counted, isComplete, rows }: Matches<Row>, said: Said): Found<Row> {
  return {
    rows,
    total: Math.min(counted, COUNT_CAP),
    totalIsCapped: counted > COUNT_CAP || !isComplete,
    said,
  };
}
