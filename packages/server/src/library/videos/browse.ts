import type { Db } from '../../kernel/db/pool.ts';
import { COUNT_CAP, type Matches, searchQuery } from '../search/index.ts';
import { copyFacetViews, copyUncopiedViews, selectBrowsed } from './browse-queries.ts';
import type { Filters, Sort } from './facets.ts';
import type { VideoRow } from './queries.ts';

export interface BrowseRequest {
  filters: Filters;
  sort?: Sort | undefined;
  /** The typed search; without it, all videos. */
  search?: string | undefined;
  offset: number;
  limit: number;
}

export interface BrowsePage {
  rows: VideoRow[];
  /** All that pass the filters, at most COUNT_CAP. */
  total: number;
  totalIsCapped: boolean;
}

/** A page of a list in any order with any filters, of all videos or of a search's matches. */
export async function browseVideos(db: Db, { search, ...request }: BrowseRequest): Promise<BrowsePage> {
  const browse = { ...request, cap: COUNT_CAP };
  if (search === undefined)
    return pageOf(await selectBrowsed(db, { ...browse, sort: request.sort ?? 'newest' }));
  const asked = searchQuery(search, request.filters);
  if (!asked) return { rows: [], total: 0, totalIsCapped: false };
  const { exact, prefix, sifted } = asked;
  const exactly = await selectBrowsed(db, { ...browse, words: exact });
  if (exactly.counted > 0) return pageOf(exactly);
  if (prefix) return pageOf(await selectBrowsed(db, { ...browse, words: prefix }));
  if (!sifted) return pageOf(exactly);
  return pageOf(await selectBrowsed(db, { ...browse, words: sifted.words, lookUp: sifted.among ?? null }));
}

function pageOf({ counted, isComplete, rows }: Matches<VideoRow>): BrowsePage {
  return { rows, total: Math.min(counted, COUNT_CAP), totalIsCapped: counted > COUNT_CAP || !isComplete };
}

const BATCH = 5000;

/** Copies the view counts of recently viewed videos to the column that lists sort by, reading only those. */
export async function refreshViewedFacets(db: Db, signal: AbortSignal): Promise<void> {
  let copied = BATCH;
  while (copied === BATCH) {
    signal.throwIfAborted();
    copied = await copyUncopiedViews(db, BATCH);
  }
}

/** The same for all videos, in short batches: repairs what was missed. */
export async function refreshFacetViews(db: Db, signal: AbortSignal): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    signal.throwIfAborted();
    last = await copyFacetViews(db, last, BATCH);
  }
}
