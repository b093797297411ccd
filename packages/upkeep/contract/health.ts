import { type AreaCalls, callsInArea, IdParams, instant, safeText, wholeNumber } from '@vesper/core/contract';
import { z } from 'zod';

/** `unreachable`: for a week. `file_missing`: our file, which could not be downloaded again. */
export const GONE_CLASSES = [
  'deleted',
  'private',
  'legal',
  'redirected',
  'changed_type',
  'unreachable',
  'file_missing',
] as const;

export const GoneVideo = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['hosted', 'remote', 'embed']),
  views: z.number().int(),
  publishedAt: instant,
  sourceUrl: z.string(),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  class: z.enum(GONE_CLASSES),
  /** Of the last check, as a sentence. */
  message: z.string(),
  /** The first of the failed checks in a row. */
  failingSince: instant,
  goneAt: instant,
  lastAliveAt: instant.nullable(),
  /** The next check; if it succeeds, the video comes back by itself. Null: never. */
  nextCheckAt: instant.nullable(),
});
export type GoneVideo = z.infer<typeof GoneVideo>;

export const GoneVideos = z.object({
  videos: z.array(GoneVideo),
  next: z.string().nullable(),
  total: z.number().int(),
  totalIsCapped: z.boolean(),
});
export type GoneVideos = z.infer<typeof GoneVideos>;

/**
 * `remove`: permanently, blocking its address. `restore`: public again, after a new download if its file is missing.
 * `keep_hidden`: until an administrator publishes it.
 */
export const GONE_DECISIONS = ['remove', 'restore', 'keep_hidden'] as const;

export const GoneVideoDecided = z.object({
  id: z.string(),
  decision: z.enum(GONE_DECISIONS),
  status: z.enum(['processing', 'published', 'hidden', 'removed']),
});
export type GoneVideoDecided = z.infer<typeof GoneVideoDecided>;

export const SURVIVAL_AGES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

export const Survival = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  ages: z.array(
    z.object({
      ageDays: z.number().int(),
      /** Alive at the previous age (at first: published), with a known state at this one. */
      observed: z.number().int(),
      alive: z.number().int(),
      /** From 0 to 1; null if no video is this old. */
      survival: z.number().nullable(),
    }),
  ),
});
export type Survival = z.infer<typeof Survival>;

/** `requeued` counts downloads and thumbnails. Until `done` it continues in the background; the next call returns its progress. */
export const MissingVideos = z.object({
  checked: z.number().int(),
  missing: z.number().int(),
  requeued: z.number().int(),
  done: z.boolean(),
});
export type MissingVideos = z.infer<typeof MissingVideos>;

export const healthCalls = callsInArea('catalogue', {
  gone: {
    route: 'GET /api/gone-videos',
    summary: 'Lists videos hidden because they are gone, which await a decision.',
    query: z.object({
      limit: wholeNumber('limit', 1, 100, 50),
      after: safeText(200).optional(),
    }),
    output: GoneVideos,
  },
  decide: {
    route: 'POST /api/gone-videos/:id/decide',
    summary: 'Decides about a gone video: removes it permanently, restores it, or keeps it hidden.',
    undo: 'catalogue.act',
    params: IdParams,
    body: z.object({
      decision: z.enum(GONE_DECISIONS, { error: 'decision must be remove, restore or keep_hidden.' }),
    }),
    output: GoneVideoDecided,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  survival: {
    route: 'GET /api/video-sources/:id/survival',
    summary: "Returns how long a source's videos stay available.",
    params: IdParams,
    output: Survival,
    errors: ['not_found'],
  },
  redownloadMissing: {
    route: 'POST /api/admin/redownload-missing-videos',
    summary: 'Checks for missing stored files and downloads their videos again.',
    undo: 'nothing lost',
    output: MissingVideos,
    errors: ['unavailable'],
  },
} as const satisfies AreaCalls);
