import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  type OpenCalls,
  openCalls,
  safeText,
  shownText,
  wholeNumber,
} from '@vesper/core/contract';
import { z } from 'zod';
import { copyright, type DMCA_LENGTHS } from './case-kinds/copyright.ts';
import { caseProblems } from './case-kinds/problems.ts';

/** Default decision notes. */
export const DMCA_NOTES = {
  approved: 'Content removed per valid DMCA notice',
  denied: 'Request does not meet DMCA requirements',
} as const;

export const DMCA_STATUSES = ['pending', 'approved', 'denied'] as const;
export const DMCA_FILTERS = ['all', ...DMCA_STATUSES] as const;
export type DmcaFilter = (typeof DMCA_FILTERS)[number];

/** A complainant's earlier requests are counted up to this. */
export const MOST_EARLIER_COUNTED = 25;

export const DmcaVideo = z.object({
  id: z.string(),
  title: z.string(),
  /** Empty without a picture, and if the video is not public, as its files are then unreachable. */
  thumbnailUrl: z.string(),
  status: z.enum(['processing', 'published', 'hidden', 'removed']),
  hiddenReason: z.string().nullable(),
  durationSeconds: z.number().int(),
  sourceUrl: z.string(),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
});
export type DmcaVideo = z.infer<typeof DmcaVideo>;

export const DmcaRequest = z.object({
  id: z.string(),
  videoId: z.string().nullable(),
  complainantName: z.string(),
  complainantEmail: z.string(),
  complainantAddress: z.string(),
  complainantPhone: z.string().nullable(),
  copyrightWork: z.string(),
  infringingUrl: z.string(),
  additionalInfo: z.string().nullable(),
  signature: z.string(),
  goodFaithStatement: z.boolean(),
  accuracyStatement: z.boolean(),
  status: z.enum(DMCA_STATUSES),
  adminNotes: z.string().nullable(),
  submittedAt: instant,
  respondedAt: instant.nullable(),
  domain: z.string().nullable(),
  /** By the server's clock. */
  ageHours: z.number().int(),
  decidedBy: z.string().nullable(),
  /** The effect of an approval: the video was taken down, was already down, or no video here was named. */
  effect: z.enum(['taken_off', 'was_off', 'no_video']).nullable(),
  restored: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  video: z.nullable(DmcaVideo),
  /** Earlier requests from the same email address, each counted up to 25. */
  earlier: z.object({ approved: z.number().int(), denied: z.number().int() }),
});
export type DmcaRequest = z.infer<typeof DmcaRequest>;

/** Contains nothing that people wrote. */
export const DmcaSummary = DmcaRequest.pick({
  ...{ id: true, videoId: true, status: true, submittedAt: true, respondedAt: true, domain: true },
  ...{ ageHours: true, decidedBy: true, effect: true, video: true, earlier: true },
}).extend({
  /** The complainant's; empty once erased. */
  initials: z.string(),
  /** The note of the decision, if it is one of the site's own. */
  adminNotes: z.string().nullable(),
  restored: z.object({ at: instant, by: z.string() }).nullable(),
});
export type DmcaSummary = z.infer<typeof DmcaSummary>;

const WHICH = 'status must be all, pending, approved or denied.';

/** Newest first; `before` is the last id of the previous page. */
export const DmcaRequestsQuery = z.object({
  status: z.enum(DMCA_FILTERS, { error: WHICH }).default('all'),
  limit: wholeNumber('limit', 1, 100, 50),
  before: safeText(100).optional(),
});

export const DmcaDecided = z.object({ message: z.string(), request: DmcaRequest });

const NO_REASON = 'A reason is needed.';
const reason = shownText(1000).trim().min(1, NO_REASON);

export const SourceStrike = z.object({
  id: z.string(),
  at: instant,
  requestId: z.string(),
  videoId: z.string().nullable(),
  videoTitle: z.string().nullable(),
  state: z.enum(['active', 'void']),
  voidedAt: instant.nullable(),
  voidedBy: z.string().nullable(),
  voidReason: z.string().nullable(),
});
export type SourceStrike = z.infer<typeof SourceStrike>;

/** Newest first, at most 100; `active` counts all active ones. */
export const SourceStrikes = z.object({
  sourceId: z.string(),
  active: z.number().int(),
  /** From the second strike on: the source should be reviewed. */
  needsReview: z.boolean(),
  /** From the third strike on: the source cannot be enabled. */
  isStruckOut: z.boolean(),
  strikes: z.array(SourceStrike),
});
export type SourceStrikes = z.infer<typeof SourceStrikes>;

export const StrikeVoided = z.object({ message: z.string(), strike: SourceStrike });
export type StrikeVoided = z.infer<typeof StrikeVoided>;

export type DmcaFields = Record<keyof typeof DMCA_LENGTHS, string> &
  Record<'goodFaithStatement' | 'accuracyStatement', boolean>;

export function dmcaProblems(fields: Partial<Record<keyof DmcaFields, unknown>>): Map<string, string> {
  return caseProblems(copyright, fields);
}

export const takedownsCalls = callsInArea(
  'takedowns',
  {
    list: {
      route: 'GET /api/dmca/requests',
      summary: 'Lists copyright notices.',
      recorded: 'hourly',
      query: DmcaRequestsQuery,
      output: z.array(DmcaRequest),
      errors: ['not_found'],
    },
    get: {
      route: 'GET /api/dmca/requests/:id',
      summary: 'Returns one notice with its history.',
      recorded: 'always',
      params: IdParams,
      output: DmcaRequest,
      errors: ['not_found'],
    },
    summaries: {
      route: 'GET /api/dmca/summaries',
      summary: 'Lists copyright notices without the texts that people wrote.',
      query: DmcaRequestsQuery,
      output: z.array(DmcaSummary),
      errors: ['not_found'],
    },
    summary: {
      route: 'GET /api/dmca/summaries/:id',
      summary: 'Returns one notice without the texts that people wrote.',
      params: IdParams,
      output: DmcaSummary,
      errors: ['not_found'],
    },
    open: {
      route: 'POST /api/dmca/requests/:id/open',
      summary: 'Opens one notice with all its texts.',
      undo: 'nothing lost',
      params: IdParams,
      output: DmcaRequest,
      errors: ['not_found'],
    },
    decide: {
      route: 'PATCH /api/dmca/requests/:id',
      summary: 'Approves a notice, which takes down its video, or denies it.',
      undo: 'takedowns.restore',
      sealedInput: ['adminNotes'],
      params: IdParams,
      /** Default notes: DMCA_NOTES. `videoId` is only for a request that names no known video. */
      body: z.object({
        status: z.enum(['approved', 'denied'], { error: 'status must be approved or denied.' }),
        adminNotes: shownText(2000).trim().nullish(),
        videoId: safeText(100).trim().nullish(),
      }),
      output: DmcaDecided,
      errors: ['not_found', 'conflict'],
    },
    restore: {
      route: 'POST /api/dmca/requests/:id/restore',
      summary: 'Restores a video that an approved notice took down.',
      asksPassword: true,
      sealedInput: ['reason'],
      params: IdParams,
      body: z.object({ reason }),
      output: DmcaDecided,
      errors: ['not_found', 'conflict'],
    },
    strikes: {
      route: 'GET /api/video-sources/:id/strikes',
      summary: 'Lists the strikes against a source.',
      params: IdParams,
      output: SourceStrikes,
      errors: ['not_found'],
    },
    voidStrike: {
      route: 'POST /api/source-strikes/:id/void',
      summary: 'Voids a strike against a source.',
      asksPassword: true,
      sealedInput: ['reason'],
      params: IdParams,
      body: z.object({ reason }),
      output: StrikeVoided,
      errors: ['not_found', 'conflict'],
    },
  } as const satisfies AreaCalls,
  openCalls({
    submit: {
      route: 'POST /api/dmca/submit',
      summary: 'Submits a notice of copyright infringement.',
      caller: 'public',
      /** Names only: `dmcaProblems` checks the values. */
      body: z.object({
        complainantName: z.unknown().optional(),
        complainantEmail: z.unknown().optional(),
        complainantAddress: z.unknown().optional(),
        complainantPhone: z.unknown().optional(),
        copyrightWork: z.unknown().optional(),
        infringingUrl: z.unknown().optional(),
        additionalInfo: z.unknown().optional(),
        signature: z.unknown().optional(),
        goodFaithStatement: z.unknown().optional(),
        accuracyStatement: z.unknown().optional(),
        videoId: safeText(100).nullish(),
        proof: safeText(200).nullish(),
      }),
      output: z.object({
        requestId: z.string(),
        statusPath: z.string(),
      }),
      errors: ['too_many_requests'],
    },
  } as const satisfies OpenCalls),
);
