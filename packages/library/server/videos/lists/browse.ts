import type { Db } from '@vesper/core/db/pool.ts';
import {
  ask,
  COUNT_CAP,
  type Filters,
  type Found,
  foundOf,
  type Meanings,
  type Sort,
} from '../../search/index.ts';
import type { VideoRow } from '../queries.ts';
import { copyFacetViews, copyUncopiedViews, selectBrowsed } from './browse-queries.ts';

export interface BrowseRequest extends Meanings {
  filters: Filters;
  sort?: Sort | undefined;
  /** The typed search; undefined for all videos. */
  search?: string | undefined;
  /** No corrections. */
  isExact?: boolean | undefined;
  offset: number;
  limit: number;
  /** Whether matches are also counted per filter. */
  countsFilters?: boolean;
}

export async function browseVideos(
  db: Db,
  { search: text, isExact, synonymsOf, ...request }: BrowseRequest,
): Promise<Found<VideoRow>> {
  const browse = { ...request, cap: COUNT_CAP };
  if (text === undefined)
    return foundOf(await selectBrowsed(db, { ...browse, sort: request.sort ?? 'newest' }), {});
  const { category, tag } = request.filters;
  return ask(
    db,
    { ...request, text, category, tag, isExact, synonymsOf, isFiltered: isFiltered(request.filters) },
    {
      isRanked: request.sort === undefined,
      matching: (words, slice) => selectBrowsed(db, { ...browse, ...slice, words }),
      sifting: ({ words, among = null }, slice) =>
        selectBrowsed(db, { ...browse, ...slice, words, lookUp: among }),
    },
  );
}

function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((filter) => filter !== undefined);
}

const BATCH = 5000;

/** Copies recent views to the column that lists sort by. */
export async function refreshViewedFacets(db: Db, signal: AbortSignal): Promise<void> {
  let copied = BATCH;
  while (copied === BATCH) {
    signal.throwIfAborted();
    copied = await copyUncopiedViews(db, BATCH);
  }
}

/** For all videos, in short batches: repairs what was missed. */
export async function refreshFacetViews(db: Db, signal: AbortSignal): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    signal.throwIfAborted();
    last = await copyFacetViews(db, last, BATCH);
  }
}
