import { type AreaCalls, callsInArea, IdParams, instant, wholeNumber } from '@vesper/core/contract';
import { z } from 'zod';

export const DECISIONS = [
  'new',
  'known',
  'duplicate',
  'blocked',
  'robots',
  'over_quota',
  'no_video',
  'failed',
] as const;

export const Decision = z.enum(DECISIONS);
export type Decision = z.output<typeof Decision>;

export const AddressReason = z.object({
  url: z.string(),
  /** Null if no source has named the address. */
  decision: Decision.nullable(),
  reason: z.string(),
  source: z.object({ id: z.string(), name: z.string() }).nullable(),
  firstSeenAt: instant.nullable(),
  decidedAt: instant.nullable(),
  videoId: z.string().nullable(),
  jobId: z.string().nullable(),
});
export type AddressReason = z.output<typeof AddressReason>;

const WHICH = 'Please give the address as "url".';

export const RunLedgerEntry = z.object({
  url: z.string(),
  decision: Decision,
  /** Its download was postponed because its site asked for a pause. */
  isPutOff: z.boolean(),
  reason: z.string(),
  sourceId: z.string().nullable(),
  decidedAt: instant,
  videoId: z.string().nullable(),
  jobId: z.string().nullable(),
});
export type RunLedgerEntry = z.output<typeof RunLedgerEntry>;

export const RunLedger = z.object({
  /** Newest first, without known addresses. */
  entries: z.array(RunLedgerEntry),
  next: z.int().nullable(),
  totals: z.array(z.object({ sourceId: z.string(), decision: Decision, count: z.int() })),
});
export type RunLedger = z.output<typeof RunLedger>;

/** Addresses with the same outcome and reason. */
export const SourceOutcome = z.object({
  decision: Decision,
  errorClass: z.string().nullable(),
  count: z.int(),
  example: z.object({ url: z.string(), reason: z.string(), decidedAt: instant }),
  /** Advice, in sentences. */
  advice: z.string(),
});
export type SourceOutcome = z.output<typeof SourceOutcome>;

export const SourceOutcomes = z.object({
  outcomes: z.array(SourceOutcome),
});
export type SourceOutcomes = z.output<typeof SourceOutcomes>;

const AFTER = 'after must be the "next" of the previous page.';

export const RunLedgerQuery = z.object({
  after: z
    .union([z.string(), z.number()], { error: AFTER })
    .refine((value) => /^\d{1,15}$/.test(String(value)), { error: AFTER })
    .transform(Number)
    .optional(),
  limit: wholeNumber('limit', 1, 200, 50),
  decision: z.enum(DECISIONS, { error: 'This decision does not exist.' }).optional(),
});
export type RunLedgerQuery = z.output<typeof RunLedgerQuery>;

export const ledgerCalls = callsInArea('ingest', {
  why: {
    route: 'GET /api/address-ledger',
    summary: 'Explains whether the video at an address is in the library, and why.',
    query: z.object({
      url: z.string(WHICH).trim().min(1, WHICH).max(8000, 'An address is at most 8,000 characters long.'),
    }),
    output: AddressReason,
  },
  ofRun: {
    route: 'GET /api/crawler-runs/:id/ledger',
    summary: 'Lists what a crawler run decided about each address.',
    params: IdParams,
    query: RunLedgerQuery,
    output: RunLedger,
    errors: ['not_found'],
  },
  ofSource: {
    route: 'GET /api/video-sources/:id/ledger',
    summary: "Summarises the outcomes of a source's last 1,000 addresses, with advice.",
    params: IdParams,
    output: SourceOutcomes,
    errors: ['not_found'],
  },
} as const satisfies AreaCalls);
