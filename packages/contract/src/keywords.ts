import { z } from 'zod';
import { safeText } from './text.ts';
import { HOME_PAGE_SIZE, Pagination, Video, wholeNumber } from './videos.ts';

export const KeywordParams = z.object({ lang: safeText(35), slug: safeText(200) });

export const KeywordQuery = z.object({
  page: wholeNumber('page', 1, 100_000_000, 1),
  limit: wholeNumber('limit', 1, 100, HOME_PAGE_SIZE),
});

/** A keyword as its landing page shows it. A keyword without a language says "en". */
export const Keyword = z.object({
  keyword: z.string(),
  slug: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  languageCode: z.string(),
  views: z.number().int(),
});
export type Keyword = z.infer<typeof Keyword>;

/** Title and description in the keyword's language, or the video's own where there is no translation. */
export const KeywordVideo = Video.extend({
  localizedTitle: z.string(),
  localizedDescription: z.string(),
});
export type KeywordVideo = z.infer<typeof KeywordVideo>;

/** The videos stand in the order of their relevance to the keyword. */
export const KeywordPage = z.object({
  keyword: Keyword,
  videos: z.array(KeywordVideo),
  pagination: Pagination,
});
export type KeywordPage = z.infer<typeof KeywordPage>;
