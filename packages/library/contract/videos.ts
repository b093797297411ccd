import {
  cutText,
  instant,
  type OpenCalls,
  oneOf,
  openCalls,
  safeText,
  wholeNumber,
} from '@vesper/core/contract';
import { z } from 'zod';

export const HOME_PAGE_SIZE = 24;
/** Query parameter of a hosted video's address: downloads the file, named after the title. */
export const DOWNLOAD_PARAMETER = 'download';

/** Longer searches are cut to this, never rejected. */
export const SEARCH_LENGTH = 1000;

export const KeywordLink = z.object({
  keyword: z.string(),
  languageCode: z.string(),
  slug: z.string(),
});
export type KeywordLink = z.infer<typeof KeywordLink>;

/** The domain whose page is canonical. */
export const Owner = z.object({ domain: z.string(), address: z.optional(z.string()) });
export type Owner = z.infer<typeof Owner>;

/** A public video. `duration` is in seconds, `width` and `height` in pixels. */
export const Video = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  thumbnailUrl: z.string(),
  videoUrl: z.string(),
  duration: z.number(),
  views: z.number().int(),
  category: z.string(),
  tags: z.array(z.string()),
  createdAt: instant,
  publishedAt: instant,
  slug: z.string(),
  kind: z.enum(['hosted', 'remote', 'embed']),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** A picture of a few pixels as a data URL, shown until the thumbnail loads. */
  placeholder: z.string().nullable(),
  /** A silent clip of a few seconds, played while a card is hovered. */
  previewUrl: z.string().nullable(),
  /** WebVTT of seek thumbnails; each cue names a region of a sheet (`#xywh=`). */
  storyboardUrl: z.string().nullable(),
  hlsUrl: z.string().nullable(),
  /** The source's player page, for embedded videos; `videoUrl` is then empty. */
  embedUrl: z.string().nullable(),
  /** Set if that page may be framed: the provider's name, and the video's page there. */
  embed: z.object({ provider: z.string(), watchUrl: z.string() }).nullable(),
  /** Single videos only: set if another domain owns it. */
  owner: z.optional(Owner),
  /** Single videos only: indexable keyword pages. Absent if there are none. */
  keywords: z.array(KeywordLink).optional(),
});
export type Video = z.infer<typeof Video>;

export const Pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  totalPages: z.number().int(),
  totalVideos: z.number().int(),
  /** Counting stopped at `totalVideos` because counting all would be slow: show "1,000+". */
  totalIsCapped: z.boolean(),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
});
export type Pagination = z.infer<typeof Pagination>;

/** The sort orders of a list. By default lists are newest first, searches by relevance. */
export const VIDEO_SORTS = ['newest', 'views', 'longest', 'shortest'] as const;
/** Under 5 minutes, 5 to 20, over 20. */
export const DURATION_FILTERS = ['short', 'medium', 'long'] as const;
/** At least 720, 1080 or 2160 pixels high. */
export const QUALITY_FILTERS = ['hd', 'fullhd', '4k'] as const;
/** Published within the last 24 hours, 7, 30 or 365 days. */
export const DATE_FILTERS = ['today', 'week', 'month', 'year'] as const;

export const VideoListQuery = z.object({
  page: wholeNumber('page', 1, 100_000_000, 1),
  limit: wholeNumber('limit', 1, 100, HOME_PAGE_SIZE),
  search: cutText(SEARCH_LENGTH).optional(),
  category: safeText(200).optional(),
  tag: safeText(200).optional(),
  duration: oneOf('duration', DURATION_FILTERS).optional(),
  quality: oneOf('quality', QUALITY_FILTERS).optional(),
  date: oneOf('date', DATE_FILTERS).optional(),
  sort: oneOf('sort', VIDEO_SORTS).optional(),
  /** Skips the spelling correction. */
  exact: oneOf('exact', ['1']).optional(),
});
export type VideoListQuery = z.input<typeof VideoListQuery>;

export const SearchSaid = z.object({
  /** The words searched for because the typed ones find nothing. `exact` prevents it. */
  searchedInstead: z.string().optional(),
  didYouMean: z.string().optional(),
  /** The search only excludes words, so it finds nothing. */
  onlyExcludes: z.literal(true).optional(),
});
export type SearchSaid = z.infer<typeof SearchSaid>;

export function countOfEach<Names extends readonly [string, ...string[]]>(names: Names) {
  return z.record(z.enum(names), z.number().int());
}

/** Matches per choice, the other filters unchanged. `categories`: unless one is selected. If capped, lower bounds. */
export const FilterCounts = z.object({
  duration: countOfEach(DURATION_FILTERS),
  quality: countOfEach(QUALITY_FILTERS),
  date: countOfEach(DATE_FILTERS),
  categories: z.record(z.string(), z.number().int()).optional(),
  isCapped: z.boolean(),
});
export type FilterCounts = z.infer<typeof FilterCounts>;

export const VideoList = z.object({
  videos: z.array(Video),
  pagination: Pagination,
  isSearch: z.boolean(),
  /** Set if the search is blocked: the text for visitors, and a help page or ''. */
  refused: z.object({ text: z.string(), address: z.string() }).optional(),
  search: z.optional(SearchSaid),
  filterCounts: z.optional(FilterCounts),
  /** Set if another domain owns the category. */
  owner: z.optional(Owner),
});
export type VideoList = z.infer<typeof VideoList>;

export const VideoParams = z.object({ id: safeText(100) });

export const SignedVideo = z.object({ signedUrl: z.string(), expiresIn: z.number().int() });

export const SignedThumbnail = z.object({ signedUrl: z.string() });
export type SignedThumbnail = z.infer<typeof SignedThumbnail>;

/** `words` are the shared tag, words or category. `together`: at least three networks watched both on one day. */
export const Because = z.object({
  kind: z.enum(['tag', 'words', 'together', 'category']),
  words: z.array(z.string()),
});
export type Because = z.infer<typeof Because>;

/** Without `because`, one of the newest. */
export const RelatedVideo = z.object({ video: Video, because: z.optional(Because) });
export type RelatedVideo = z.infer<typeof RelatedVideo>;

export const RelatedVideos = z.array(RelatedVideo);
export type RelatedVideos = z.infer<typeof RelatedVideos>;

export const videosCalls = openCalls({
  list: {
    route: 'GET /api/videos',
    summary: 'Lists public videos: the latest, those of a category, or those found by a search.',
    caller: 'public',
    isShared: true,
    query: VideoListQuery,
    output: VideoList,
  },
  get: {
    route: 'GET /api/videos/:id',
    summary: 'Returns one public video.',
    caller: 'public',
    params: VideoParams,
    output: Video,
    errors: ['not_found'],
  },
  related: {
    route: 'GET /api/videos/:id/related',
    summary: 'Lists videos related to a public video, each with the reason.',
    caller: 'public',
    isShared: true,
    params: VideoParams,
    output: RelatedVideos,
    errors: ['not_found'],
  },
  registerView: {
    route: 'POST /api/videos/:id/view',
    summary: 'Counts a view of a video, once per visitor and hour.',
    caller: 'public',
    params: VideoParams,
    /** The video that the same tab showed before; nothing else about the visitor is sent. */
    body: z.object({ after: safeText(100).optional() }),
    /** `counted` is false for robots, and for a visitor already counted for this video within the hour. */
    output: z.object({ counted: z.boolean() }),
    errors: ['not_found'],
  },
} as const satisfies OpenCalls);
