import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { cutText, safeText } from '../text.ts';

export const HOME_PAGE_SIZE = 24;
/** In the query of a hosted video's address: the file is to be saved, under a name made of the title. */
export const DOWNLOAD_PARAMETER = 'download';

/** So much of a search text is looked at: it can be of any length (specification, section 5). */
export const SEARCH_LENGTH = 1000;

/** A video as everyone may see it. `duration` is in seconds, `width` and `height` in pixels. */
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
  createdAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  slug: z.string(),
  kind: z.enum(['hosted', 'remote', 'embed']),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** A picture of a few pixels as a data address, shown until the thumbnail has come. */
  placeholder: z.string().nullable(),
  /** A silent clip of a few seconds, for the pointer that rests on a card. */
  previewUrl: z.string().nullable(),
  /** WebVTT of pictures for seeking, each cue naming a part of a sheet (`#xywh=`). */
  storyboardUrl: z.string().nullable(),
  /** An HLS playlist with several qualities. */
  hlsUrl: z.string().nullable(),
  /** A page with the source's own player, of a video that is only embedded; `videoUrl` is empty then. */
  embedUrl: z.string().nullable(),
  /** Where that page may stand in a frame within ours: its provider's name, and the page there with the video. */
  embed: z.object({ provider: z.string(), watchUrl: z.string() }).nullable(),
});
export type Video = z.infer<typeof Video>;

export const Pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  totalPages: z.number().int(),
  totalVideos: z.number().int(),
  /** True where counting stopped at `totalVideos` because counting on would be slow: show "1,000+". */
  totalIsCapped: z.boolean(),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
});
export type Pagination = z.infer<typeof Pagination>;

/** A number in a query string, as text, or as a number where the call is made in process. */
export function wholeNumber(name: string, min: number, max: number, fallback: number) {
  const error = `${name} must be a whole number from ${min} to ${max}.`;
  const fits = (value: string | number) =>
    /^[0-9]{1,9}$/.test(String(value)) && Number(value) >= min && Number(value) <= max;
  return z
    .union([z.string(), z.number()], { error })
    .refine(fits, { error })
    .transform(Number)
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback });
}

/** The orders a list can have; without one, newest first, and a search by how well it fits. */
export const VIDEO_SORTS = ['newest', 'views', 'longest', 'shortest'] as const;
/** Under 5 minutes, 5 to 20, over 20. */
export const DURATION_FILTERS = ['short', 'medium', 'long'] as const;
/** A picture at least 720, 1080 or 2160 pixels high. */
export const QUALITY_FILTERS = ['hd', 'fullhd', '4k'] as const;
/** Published within the last 24 hours, 7, 30 or 365 days. */
export const DATE_FILTERS = ['today', 'week', 'month', 'year'] as const;

function oneOf<const T extends readonly string[]>(name: string, values: T) {
  return z.enum(values, { error: `${name} must be one of ${values.join(', ')}.` }).optional();
}

export const VideoListQuery = z.object({
  page: wholeNumber('page', 1, 100_000_000, 1),
  limit: wholeNumber('limit', 1, 100, HOME_PAGE_SIZE),
  search: cutText(SEARCH_LENGTH).optional(),
  category: safeText(200).optional(),
  tag: safeText(200).optional(),
  duration: oneOf('duration', DURATION_FILTERS),
  quality: oneOf('quality', QUALITY_FILTERS),
  date: oneOf('date', DATE_FILTERS),
  sort: oneOf('sort', VIDEO_SORTS),
});
export type VideoListQuery = z.input<typeof VideoListQuery>;

export const VideoList = z.object({
  videos: z.array(Video),
  pagination: Pagination,
  isSearch: z.boolean(),
});
export type VideoList = z.infer<typeof VideoList>;

export const VideoParams = z.object({ id: safeText(100) });

export const SignedVideo = z.object({ signedUrl: z.string(), expiresIn: z.number().int() });
export type SignedVideo = z.infer<typeof SignedVideo>;

export const SignedThumbnail = z.object({ signedUrl: z.string() });
export type SignedThumbnail = z.infer<typeof SignedThumbnail>;

export const RelatedVideos = z.array(z.object({ video: Video }));
export type RelatedVideos = z.infer<typeof RelatedVideos>;

/** `counted` is false for robots and for a visitor whose view of this video was counted within the hour. */
export const ViewRegistered = z.object({ counted: z.boolean() });
export type ViewRegistered = z.infer<typeof ViewRegistered>;

export const videosCalls = {
  list: {
    method: 'GET',
    path: '/api/videos',
    summary: 'Lists public videos: the latest, those of a category, or those that a search finds.',
    caller: 'public',
    query: VideoListQuery,
    output: VideoList,
    errors: ['bad_request'],
  },
  get: {
    method: 'GET',
    path: '/api/videos/:id',
    summary: 'One public video.',
    caller: 'public',
    params: VideoParams,
    output: Video,
    errors: ['not_found'],
  },
  related: {
    method: 'GET',
    path: '/api/videos/:id/related',
    summary: 'Videos that are like a public video.',
    caller: 'public',
    params: VideoParams,
    output: RelatedVideos,
    errors: ['not_found'],
  },
  registerView: {
    method: 'POST',
    path: '/api/videos/:id/view',
    summary: 'Counts that a video is watched, once a visitor and hour.',
    caller: 'public',
    params: VideoParams,
    output: ViewRegistered,
    errors: ['not_found'],
  },
} as const satisfies CallGroup;
