import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { safeText } from '../text.ts';
import { wholeNumber } from './videos.ts';

/**
 * Why a video is gone: deleted at its source (404, 410), only for those who sign in there (401, 403), blocked for
 * legal reasons (451), its address leads elsewhere or to something that is no video, its source has not answered
 * for a week; or, of a hosted one, our own file is missing and could not be brought again.
 */
export const GONE_CLASSES = [
  'deleted',
  'private',
  'legal',
  'redirected',
  'changed_type',
  'unreachable',
  'file_missing',
] as const;

/** A video that was hidden because it is gone, and waits for an administrator's decision. */
export const GoneVideo = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['hosted', 'remote', 'embed']),
  views: z.number().int(),
  publishedAt: z.iso.datetime(),
  sourceUrl: z.string(),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  class: z.enum(GONE_CLASSES),
  /** What was met at last, in a sentence. */
  message: z.string(),
  /** The first of the checks in a row that failed. */
  failingSince: z.iso.datetime(),
  goneAt: z.iso.datetime(),
  lastAliveAt: z.iso.datetime().nullable(),
  /** When it is looked at again; if it answers then, it comes back by itself. Null: no more. */
  nextCheckAt: z.iso.datetime().nullable(),
});
export type GoneVideo = z.infer<typeof GoneVideo>;

/** `after` is the `next` of the page before. */
export const GoneVideosQuery = z.object({
  limit: wholeNumber('limit', 1, 100, 50),
  after: safeText(200).optional(),
});

/** The latest first. */
export const GoneVideos = z.object({
  videos: z.array(GoneVideo),
  /** The key of the next page, null on the last. */
  next: z.string().nullable(),
  /** All that wait, counted up to 1,000. */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
});
export type GoneVideos = z.infer<typeof GoneVideos>;

/**
 * `remove`: for good, its address is not taken in again. `restore`: public again at once; a hosted one whose file is
 * still missing is downloaded again first. `keep_hidden`: it stays hidden and does not come back by itself.
 */
export const GONE_DECISIONS = ['remove', 'restore', 'keep_hidden'] as const;

export const GoneVideoParams = z.object({ id: safeText(100) });

export const GoneVideoDecision = z.object({
  decision: z.enum(GONE_DECISIONS, { error: 'decision must be remove, restore or keep_hidden.' }),
});

/** `status` is what the video is now. */
export const GoneVideoDecided = z.object({
  id: z.string(),
  decision: z.enum(GONE_DECISIONS),
  status: z.enum(['processing', 'published', 'hidden', 'removed']),
});
export type GoneVideoDecided = z.infer<typeof GoneVideoDecided>;

/** The ages of the survival curve, in days. */
export const SURVIVAL_AGES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

export const SurvivalParams = z.object({ id: safeText(100) });

export const Survival = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  ages: z.array(
    z.object({
      ageDays: z.number().int(),
      /** Videos that were alive at the age before this one (the first: were published) and whose fate at this age is known. */
      observed: z.number().int(),
      /** Those of them that were still alive at this age. */
      alive: z.number().int(),
      /** The share of all videos that live to this age, from 0 to 1; null where no video is so old. */
      survival: z.number().nullable(),
    }),
  ),
});
export type Survival = z.infer<typeof Survival>;

/**
 * Of one pass over the files of all published hosted videos: `checked` videos, of which `missing` have a file that
 * is not there, for which `requeued` downloads or thumbnails were queued. Without `done` it goes on by itself, and
 * the next call says how far it is.
 */
export const MissingVideos = z.object({
  checked: z.number().int(),
  missing: z.number().int(),
  requeued: z.number().int(),
  done: z.boolean(),
});
export type MissingVideos = z.infer<typeof MissingVideos>;

export const healthCalls = {
  gone: {
    method: 'GET',
    path: '/api/gone-videos',
    summary: 'Lists videos that were hidden because they are gone at their source, and wait for a decision.',
    caller: 'admin',
    area: 'catalogue',
    query: GoneVideosQuery,
    output: GoneVideos,
    errors: ['bad_request'],
  },
  decide: {
    method: 'POST',
    path: '/api/gone-videos/:id/decide',
    summary: 'Decides about a video that is gone: removes it for good, shows it again, or keeps it hidden.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'catalogue.act',
    params: GoneVideoParams,
    body: GoneVideoDecision,
    output: GoneVideoDecided,
    errors: ['bad_request', 'not_found', 'conflict', 'unavailable'],
  },
  survival: {
    method: 'GET',
    path: '/api/video-sources/:id/survival',
    summary: "How long a source's videos live.",
    caller: 'admin',
    area: 'catalogue',
    params: SurvivalParams,
    output: Survival,
    errors: ['not_found'],
  },
  redownloadMissing: {
    method: 'POST',
    path: '/api/admin/redownload-missing-videos',
    summary: 'Looks for stored files that are missing, and brings their videos again.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'nothing lost',
    output: MissingVideos,
    errors: ['unavailable'],
  },
} as const satisfies CallGroup;
