import { type AreaCalls, callsInArea, instant, oneOf, safeText, wholeNumber } from '@vesper/core/contract';
import { VideoParams } from '@vesper/library/contract';
import { z } from 'zod';
import { ManagedVideo } from './catalogue.ts';

/** How two videos were found to be the same, cheapest first. */
export const DUPLICATE_TESTS = ['address', 'external_id', 'likeness', 'content'] as const;
export type DuplicateTest = (typeof DUPLICATE_TESTS)[number];

/** `suspected` waits for an administrator; `skipped` was never published. */
export const DUPLICATE_OUTCOMES = ['suspected', 'skipped', 'kept', 'merged'] as const;
export type DuplicateOutcome = (typeof DUPLICATE_OUTCOMES)[number];

export const IN_LIBRARY = 'This video already exists in the library';

export const DuplicateCheck = z.object({
  isDuplicate: z.boolean(),
  existingVideoId: z.string().nullable(),
  /** Why the address is blocked, whether or not its video is here: a notice, or its deletion. */
  blocked: z.string().nullable(),
});
export type DuplicateCheck = z.infer<typeof DuplicateCheck>;

const decisionId = z.string().regex(/^[0-9]{1,15}$/, 'id must be the number of a decision.');

export const DuplicateVideo = ManagedVideo.pick({
  ...{ id: true, title: true, status: true, hiddenReason: true, thumbnailUrl: true, placeholder: true },
  ...{ duration: true, height: true, views: true, sourceId: true, sourceName: true, sourceUrl: true },
  createdAt: true,
});
export type DuplicateVideo = z.infer<typeof DuplicateVideo>;

export const DuplicateDecision = z.object({
  id: decisionId,
  test: z.enum(DUPLICATE_TESTS),
  outcome: z.enum(DUPLICATE_OUTCOMES),
  reason: z.string(),
  /** 'engine', or an administrator's name. */
  decidedBy: z.string(),
  decidedAt: instant,
  jobId: z.string().nullable(),
  sourceUrl: z.string(),
  title: z.string(),
  videoId: z.string().nullable(),
  existingVideoId: z.string().nullable(),
  existingTitle: z.string().nullable(),
  /** The newer video, if it was published and still exists. */
  video: DuplicateVideo.nullable(),
  existing: DuplicateVideo.nullable(),
});
export type DuplicateDecision = z.infer<typeof DuplicateDecision>;

export const DuplicateList = z.object({
  decisions: z.array(DuplicateDecision),
  nextBefore: z.string().nullable(),
});
export type DuplicateList = z.infer<typeof DuplicateList>;

export const duplicatesCalls = callsInArea('catalogue', {
  check: {
    route: 'POST /api/check-duplicate',
    summary: 'Checks whether the video of an address is already in the library.',
    undo: 'nothing lost',
    body: z.object({ sourceUrl: safeText(8000) }),
    output: DuplicateCheck,
  },
  list: {
    route: 'GET /api/duplicates',
    summary: 'Lists decisions about duplicates, newest first.',
    query: z.object({
      outcome: oneOf('outcome', DUPLICATE_OUTCOMES).optional(),
      before: decisionId.optional(),
      limit: wholeNumber('limit', 1, 100, 50),
    }),
    output: DuplicateList,
  },
  decide: {
    route: 'POST /api/duplicates/:id/decide',
    summary: 'Decides about a suspected duplicate.',
    asksPassword: 'to merge',
    params: z.object({ id: decisionId }),
    body: z.object({
      outcome: z.enum(['merge', 'keep'], { error: 'outcome must be one of merge, keep.' }),
      stays: z
        .enum(['existing', 'new'], { error: 'stays must be one of existing, new.' })
        .default('existing'),
    }),
    output: z.object({
      outcome: z.enum(DUPLICATE_OUTCOMES),
      videoId: z.string().nullable(),
    }),
    errors: ['not_found', 'conflict'],
  },
  merge: {
    route: 'POST /api/videos/:id/merge',
    summary: 'Merges a video into another one, which stays.',
    asksPassword: true,
    params: VideoParams,
    body: z.object({ into: safeText(100) }),
    output: z.object({ videoId: z.string() }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
