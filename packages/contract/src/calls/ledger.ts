import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { safeText } from '../text.ts';
import { wholeNumber } from './videos.ts';

/** Everything that can be decided about an address that a source names. */
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

/** Why an address is here, or why it is not. */
export const AddressReason = z.object({
  /** In its canonical form. */
  url: z.string(),
  /** Null where no source has named the address yet. */
  decision: Decision.nullable(),
  reason: z.string(),
  source: z.object({ id: z.string(), name: z.string() }).nullable(),
  firstSeenAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  videoId: z.string().nullable(),
  jobId: z.string().nullable(),
});
export type AddressReason = z.output<typeof AddressReason>;

const WHICH = 'Which address? Please give it as "url".';

export const AddressQuery = z.object({
  url: z.string(WHICH).trim().min(1, WHICH).max(8000, 'An address is at most 8,000 characters long.'),
});

/** One line of a run's ledger: an address about which the run decided. */
export const RunLedgerEntry = z.object({
  url: z.string(),
  decision: Decision,
  /** Its download was not made, though nothing failed: its site wants to be asked later. */
  isPutOff: z.boolean(),
  reason: z.string(),
  sourceId: z.string().nullable(),
  decidedAt: z.iso.datetime(),
  videoId: z.string().nullable(),
  /** The last download of the address. */
  jobId: z.string().nullable(),
});
export type RunLedgerEntry = z.output<typeof RunLedgerEntry>;

export const RunLedger = z.object({
  /** Newest first. Addresses that were known before are only counted. */
  entries: z.array(RunLedgerEntry),
  /** Pass as `after` for those that follow; null at the end. */
  next: z.int().nullable(),
  /** How many addresses of each source met each decision. */
  totals: z.array(z.object({ sourceId: z.string(), decision: Decision, count: z.int() })),
});
export type RunLedger = z.output<typeof RunLedger>;

export const RunLedgerParams = z.object({ id: safeText(100) });

const AFTER = 'after must be the "next" of the page before.';

export const RunLedgerQuery = z.object({
  after: z
    .union([z.string(), z.number()], { error: AFTER })
    .refine((value) => /^\d{1,15}$/.test(String(value)), { error: AFTER })
    .transform(Number)
    .optional(),
  limit: wholeNumber('limit', 1, 200, 50),
  decision: z.enum(DECISIONS, { error: 'There is no such decision.' }).optional(),
});
export type RunLedgerQuery = z.output<typeof RunLedgerQuery>;

export const ledgerCalls = {
  why: {
    method: 'GET',
    path: '/api/address-ledger',
    summary: 'Why the video of an address is not here, or that it is.',
    caller: 'admin',
    area: 'ingest',
    query: AddressQuery,
    output: AddressReason,
    errors: ['bad_request'],
  },
  ofRun: {
    method: 'GET',
    path: '/api/crawler-runs/:id/ledger',
    summary: 'Lists what a crawler run decided about each address.',
    caller: 'admin',
    area: 'ingest',
    params: RunLedgerParams,
    query: RunLedgerQuery,
    output: RunLedger,
    errors: ['bad_request', 'not_found'],
  },
} as const satisfies CallGroup;
