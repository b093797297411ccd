import type { Db } from '../../kernel/db/pool.ts';
import { isGoneCategory } from '../../library/topics/index.ts';
import { isGoneVideo } from '../../library/videos/index.ts';
import { isGoneKeyword } from '../../words/keywords/index.ts';

interface PageWanted {
  page: 'video' | 'category' | 'keyword';
  /** A video's id, or the slug. */
  slug: string;
  /** Of a keyword. */
  lang?: string | undefined;
}

/**
 * Whether a page that is not there was, and is gone for good (RFC 9110, 410): a video that was taken down or removed, a
 * category or keyword that was deleted. The reason is never told.
 */
export function isGone(db: Db, { page, slug, lang = '' }: PageWanted): Promise<boolean> {
  if (page === 'video') return isGoneVideo(db, slug);
  if (page === 'category') return isGoneCategory(db, slug);
  return isGoneKeyword(db, { lang, slug });
}
