import type { Db } from '../../db/pool.ts';
import { searchQuery } from './document.ts';
import {
  copyViews,
  countMatches,
  markHot,
  matchesByViews,
  RANKED_CANDIDATES,
  rankCandidates,
} from './queries.ts';

/** Counting ends here: beyond it a page says "1,000+". */
export const COUNT_CAP = 1000;

export interface SearchPage {
  videoIds: string[];
  /** All matches, at most COUNT_CAP. */
  total: number;
  totalIsCapped: boolean;
}

export interface SearchRequest {
  text: string;
  category?: string | undefined;
  offset: number;
  limit: number;
}

/**
 * One page of matches, best first. The work is bounded whatever the size of the catalogue: candidates are
 * taken in the order of their views, and only the first few hundred are ranked by how well the words fit.
 */
export async function searchVideos(db: Db, request: SearchRequest): Promise<SearchPage> {
  const asked = searchQuery(request.text, request.category);
  if (!asked) return { videoIds: [], total: 0, totalIsCapped: false };
  const exactly = await matches(db, asked.exact, request);
  return exactly.total > 0 ? exactly : matches(db, asked.prefix, request);
}

async function matches(db: Db, query: string, { offset, limit }: SearchRequest): Promise<SearchPage> {
  const counted = await countMatches(db, query, COUNT_CAP + 1);
  const total = Math.min(counted, COUNT_CAP);
  const videoIds =
    offset >= total ? [] : await pageOf(db, query, offset, Math.min(limit, total - offset), counted);
  return { videoIds, total, totalIsCapped: counted > COUNT_CAP };
}

async function pageOf(
  db: Db,
  query: string,
  offset: number,
  limit: number,
  counted: number,
): Promise<string[]> {
  const fromRanked = offset < RANKED_CANDIDATES ? await bestMatches(db, query, counted) : [];
  const page = fromRanked.slice(offset, offset + limit);
  if (page.length === limit) return page;
  const rest = await matchesByViews(db, query, Math.max(offset, RANKED_CANDIDATES), limit - page.length);
  return [...page, ...rest];
}

async function bestMatches(db: Db, query: string, counted: number): Promise<string[]> {
  if (counted > RANKED_CANDIDATES) {
    const hot = await rankCandidates(db, query, true);
    if (hot.length === RANKED_CANDIDATES) return hot;
  }
  return rankCandidates(db, query, false);
}

const SMALL_CATALOGUE = 20_000;
const STRETCH = 5000;

/** Brings the copied view counts up to date, in stretches, so that no statement is long. */
export async function refreshSearchRanks(db: Db, signal: AbortSignal): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined && !signal.aborted) last = await copyViews(db, last, STRETCH);
  await markHot(db, SMALL_CATALOGUE);
}
