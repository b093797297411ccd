import type { KeywordPage } from '@vesper/contract';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { RefusedWords } from '../../kernel/lib/text/refused-words.ts';
import { type PublicVideos, paginate, sliceOf } from '../../library/videos/index.ts';
import { createViewCounter, type ViewCounter, type ViewDeps } from '../../library/views/index.ts';
import {
  addKeywordViews,
  type KeywordRow,
  publicKeyword,
  selectKeyword,
  selectLinkedVideos,
  selectMovedKeyword,
} from './queries.ts';
import { keywordVideoView, keywordView } from './view.ts';

export interface KeywordRequest {
  lang: string;
  slug: string;
  page: number;
  limit: number;
}

/** The videos, and what is refused. */
interface PublicVideosAllowed extends PublicVideos {
  refusals: RefusedWords;
}

export function createKeywordViewCounter(deps: ViewDeps): ViewCounter {
  return createViewCounter(deps, { kind: 'keyword', publicThing: publicKeyword, add: addKeywordViews });
}

/**
 * A keyword's landing page, also at an address that it had before; counts the view. Throws not_found unless the keyword
 * exists and it and its language are enabled.
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

/** The same without counting a view; undefined instead of not_found. */
export async function listKeywordVideos(
  publicVideos: PublicVideosAllowed,
  request: KeywordRequest,
): Promise<KeywordPage | undefined> {
  const keyword = await findKeyword(publicVideos, request);
  if (!keyword) return undefined;
  return { keyword: keywordView(keyword), ...(await listLinkedVideos(publicVideos, keyword, request)) };
}

/** One whose words have become refused is not found, also before the sweep has marked it. */
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
