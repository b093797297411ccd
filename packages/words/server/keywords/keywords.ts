import type { KeywordIndex, KeywordPage } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { createHeld, type Held } from '@vesper/core/lib/held.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { type PublicVideos, paginate, sliceOf } from '@vesper/library/videos';
import { createViewCounter, type ViewCounter, type ViewDeps } from '@vesper/library/views';
import { LRUCache } from 'lru-cache';
import {
  addKeywordViews,
  type KeywordLinkRow,
  type KeywordRow,
  publicKeyword,
  selectKeyword,
  selectKeywordIndex,
  selectKeywordLinks,
  selectLinkedVideos,
  selectMovedKeyword,
} from './queries.ts';
import { keywordVideoView, keywordView } from './view.ts';

interface KeywordRequest {
  lang: string;
  slug: string;
  page: number;
  limit: number;
}

interface PublicVideosAllowed extends PublicVideos {
  refusals: RefusedWords;
}

export function createKeywordViewCounter(deps: ViewDeps): ViewCounter {
  return createViewCounter(deps, { kind: 'keyword', publicThing: publicKeyword, add: addKeywordViews });
}

/**
 * A landing page, also by a former address; counts the view. Throws not_found unless keyword and language are enabled.
 */
export async function getKeywordPage(
  publicVideos: PublicVideosAllowed,
  views: Pick<ViewCounter, 'register'>,
  request: KeywordRequest,
  visitor: { address: string; userAgent: string },
): Promise<KeywordPage> {
  const keyword = await findKeyword(publicVideos, request);
  if (!keyword) throw new AppError('not_found', "This keyword page doesn't exist.");
  const [list] = await Promise.all([
    listLinkedVideos(publicVideos, keyword, request),
    views.register(keyword.id, visitor),
  ]);
  return { keyword: keywordView(keyword), ...list };
}

/** Like `getKeywordPage`, but counts no view and returns undefined instead of not_found. */
export async function listKeywordVideos(
  publicVideos: PublicVideosAllowed,
  request: KeywordRequest,
): Promise<KeywordPage | undefined> {
  const keyword = await findKeyword(publicVideos, request);
  if (!keyword) return undefined;
  return { keyword: keywordView(keyword), ...(await listLinkedVideos(publicVideos, keyword, request)) };
}

/** Blocked words hide a keyword at once, before the sweep marks it. */
async function findKeyword(
  { db, refusals }: PublicVideosAllowed,
  request: KeywordRequest,
): Promise<KeywordRow | undefined> {
  const found = (await selectKeyword(db, request)) ?? (await selectMovedKeyword(db, request));
  if (!found || found.is_passed) return found;
  return (await refusals.get()).isRefused(found.keyword) ? undefined : found;
}

async function listLinkedVideos(
  { db, addresses }: PublicVideos,
  keyword: KeywordRow,
  request: KeywordRequest,
): Promise<Pick<KeywordPage, 'videos' | 'pagination'>> {
  const { total, linked } = await selectLinkedVideos(db, keyword, sliceOf(request));
  return {
    videos: linked.map((one) => keywordVideoView(one, addresses)),
    pagination: paginate(request, total),
  };
}

const HELD_MS = 30_000;
/** Anyone may request invented categories. */
const MOST_LISTS = 500;
/** Each index page links to all others, so that any keyword is three links from home. */
const INDEX_PAGE_SIZE = 250;
const MOST_IN_INDEX = 50_000;

export interface KeywordLinks {
  /** For a category's page, by its slug, or the home page. */
  of(category?: string): Promise<KeywordLinkRow[]>;
  index(page: number): Promise<KeywordIndex>;
  forget(): void;
}

/** Cached: every page of a list shows them. */
export function createKeywordLinks(db: Db): KeywordLinks {
  const lists = new LRUCache<string, Held<KeywordLinkRow[]>>({ max: MOST_LISTS });
  const all = createHeld(() => selectKeywordIndex(db, MOST_IN_INDEX), HELD_MS);
  return {
    of(category) {
      const key = category ?? '';
      let list = lists.get(key);
      if (!list) {
        list = createHeld(() => selectKeywordLinks(db, category), HELD_MS);
        lists.set(key, list);
      }
      return list.get();
    },
    async index(page) {
      const links = await all.get();
      const totalPages = Math.max(1, Math.ceil(links.length / INDEX_PAGE_SIZE));
      const start = (page - 1) * INDEX_PAGE_SIZE;
      return { links: links.slice(start, start + INDEX_PAGE_SIZE), page, totalPages, total: links.length };
    },
    forget() {
      lists.clear();
      all.forget();
    },
  };
}
