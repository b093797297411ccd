import { z } from 'zod';
import { safeText, shownText } from './text.ts';
import { wholeNumber } from './videos.ts';

/** What a decision is noted with unless the administrator writes something else (specification, section 4). */
export const DMCA_NOTES = {
  approved: 'Content removed per valid DMCA notice',
  denied: 'Request does not meet DMCA requirements',
} as const;

export const DMCA_STATUSES = ['pending', 'approved', 'denied'] as const;
export const DMCA_FILTERS = ['all', ...DMCA_STATUSES] as const;
export type DmcaFilter = (typeof DMCA_FILTERS)[number];

/** An earlier request of the same complainant is counted up to this many. */
export const MOST_EARLIER_COUNTED = 25;

/** The video that a request is about, in whatever state. */
export const DmcaVideo = z.object({
  id: z.string(),
  title: z.string(),
  /** Empty where there is none, and of a video that is not public: its files are out of reach. */
  thumbnailUrl: z.string(),
  status: z.enum(['processing', 'published', 'hidden', 'removed']),
  hiddenReason: z.string().nullable(),
  durationSeconds: z.number().int(),
  sourceUrl: z.string(),
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
});
export type DmcaVideo = z.infer<typeof DmcaVideo>;

/** A takedown request as it was sent in (specification, section 3), and what a decision about it needs. */
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
  submittedAt: z.iso.datetime(),
  respondedAt: z.iso.datetime().nullable(),
  /** The host name of the site that it was sent to, where that is known. */
  domain: z.string().nullable(),
  /** Whole hours since it came in, by the server's clock. */
  ageHours: z.number().int(),
  /** The administrator who decided. */
  decidedBy: z.string().nullable(),
  /** What came of an approval: it took something off, all was off already, or nothing here was named. */
  effect: z.enum(['taken_off', 'was_off', 'no_video']).nullable(),
  /** The approval was wrong and its takedown undone. */
  restored: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
  video: z.nullable(DmcaVideo),
  /** Other requests of the same address of mail that came before this one, each counted up to 25. */
  earlier: z.object({ approved: z.number().int(), denied: z.number().int() }),
});
export type DmcaRequest = z.infer<typeof DmcaRequest>;

const WHICH = 'status must be all, pending, approved or denied.';

/** The newest first; `before` is the id of the last request of the page before. */
export const DmcaRequestsQuery = z.object({
  status: z.enum(DMCA_FILTERS, { error: WHICH }).default('all'),
  limit: wholeNumber('limit', 1, 100, 50),
  before: safeText(100).optional(),
});

export const DmcaRequestParams = z.object({ id: safeText(100) });

/** Without notes, those of DMCA_NOTES. `videoId` only where the request names no video that is known here. */
export const DmcaDecision = z.object({
  status: z.enum(['approved', 'denied'], { error: 'status must be approved or denied.' }),
  adminNotes: shownText(2000).trim().nullish(),
  videoId: safeText(100).trim().nullish(),
});
export type DmcaDecision = z.infer<typeof DmcaDecision>;

export const DmcaDecided = z.object({ message: z.string(), request: DmcaRequest });
export type DmcaDecided = z.infer<typeof DmcaDecided>;

const NO_REASON = 'A reason is needed.';
const reason = shownText(1000).trim().min(1, NO_REASON);

export const DmcaRestoration = z.object({ reason });

export const SourceStrike = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  requestId: z.string(),
  videoId: z.string().nullable(),
  videoTitle: z.string().nullable(),
  state: z.enum(['active', 'void']),
  voidedAt: z.iso.datetime().nullable(),
  voidedBy: z.string().nullable(),
  voidReason: z.string().nullable(),
});
export type SourceStrike = z.infer<typeof SourceStrike>;

/** The newest first, at most 100; `active` counts all that stand. */
export const SourceStrikes = z.object({
  sourceId: z.string(),
  active: z.number().int(),
  /** From the second on: somebody should look at the source. */
  needsReview: z.boolean(),
  /** From the third on: it cannot be enabled. */
  isStruckOut: z.boolean(),
  strikes: z.array(SourceStrike),
});
export type SourceStrikes = z.infer<typeof SourceStrikes>;

export const StrikeParams = z.object({ id: safeText(100) });
export const StrikeVoiding = z.object({ reason });
export const StrikeVoided = z.object({ message: z.string(), strike: SourceStrike });
export type StrikeVoided = z.infer<typeof StrikeVoided>;
