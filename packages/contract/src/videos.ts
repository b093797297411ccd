import { z } from 'zod';
import { safeText } from './text.ts';

export const HOME_PAGE_SIZE = 24;

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

const wholeNumber = (name: string, min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, `${name} must be a whole number from ${min} to ${max}.`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `${name} must be a whole number from ${min} to ${max}.`)
        .max(max, `${name} must be a whole number from ${min} to ${max}.`),
    )
    .or(z.number().int().min(min).max(max))
    .default(fallback);

export const VideoListQuery = z.object({
  page: wholeNumber('page', 1, 100_000_000, 1),
  limit: wholeNumber('limit', 1, 100, HOME_PAGE_SIZE),
  search: safeText(1000).optional(),
  category: safeText(200).optional(),
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
