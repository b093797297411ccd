import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import type { Filters } from './facets.ts';
import type { Lookup, SiftedQuery } from './lookup.ts';
import { type Matches, type Shown, selectMatches, selectSifted } from './queries.ts';

/** Counting stops here: beyond it a page says "1,000+". */
export const COUNT_CAP = 1000;

export interface Slice {
  offset: number;
  limit: number;
  /** Whether matches are also counted beside filters. */
  countsFilters?: boolean;
}

/** How a kind of list is asked for words. */
export interface Ways<Row> {
  /** A page of what has the words. */
  matching(words: Lookup, slice: Slice): Promise<Matches<Row>>;
  sifting(words: SiftedQuery, slice: Slice): Promise<Matches<Row>>;
  /** False where another order than the best match is asked for. */
  isRanked: boolean;
}

const ONLY_COUNTED: Shown = { columns: sql`v.id`, condition: sql`true` };

/** All public videos, the best match first. */
export function plainWays<Row>(db: Db, shown: Shown = ONLY_COUNTED, filters: Filters = {}): Ways<Row> {
  const wanted = { shown, filters, cap: COUNT_CAP };
  return {
    isRanked: true,
    matching: (words, slice) => selectMatches(db, words, { ...wanted, ...slice }),
    async sifting(sifted, slice) {
      const page = { ...wanted, ...slice };
      const found = await selectSifted<Row>(db, sifted, page);
      // A prefix that none of the most viewed videos has is rare enough to look up, however short.
      const isRare = found.counted === 0 && sifted.among === undefined;
      return isRare ? selectMatches(db, sifted.words, page) : found;
    },
  };
}
