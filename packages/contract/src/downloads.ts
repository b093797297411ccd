import { z } from 'zod';
import { safeText } from './text.ts';
import { wholeNumber } from './videos.ts';

export const DOWNLOAD_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

/** What a download does, one after the other. */
export const DOWNLOAD_STEPS = [
  'describing',
  'fetching',
  'probing',
  'film',
  'pictures',
  'storing',
  'publishing',
] as const;
export type DownloadStep = (typeof DOWNLOAD_STEPS)[number];

/** Why a download met an error: what decides whether and when it is tried again. */
export const DOWNLOAD_ERROR_CLASSES = [
  'network',
  'timeout',
  'truncated',
  'http_403',
  'http_404',
  'http_429',
  'http_5xx',
  'http_other',
  'robots',
  'private_address',
  'bad_address',
  'bad_response',
  'not_video',
  'too_large',
  'duplicate',
  'removed',
  'storage',
  'worker_died',
  'paused',
  'unexpected',
] as const;
export type DownloadErrorClass = (typeof DOWNLOAD_ERROR_CLASSES)[number];

/** So many lines may be added at once (issue: 10,000 lines in one call). */
export const MAX_BULK_LINES = 10_000;
/** 10,000 addresses of 2,000 characters, with their quotes and escapes. */
export const BULK_BODY_BYTES = 24 * 1024 * 1024;

const instant = z.iso.datetime();

export const DownloadJob = z.object({
  id: z.string(),
  sourceUrl: z.string(),
  status: z.enum(DOWNLOAD_STATUSES),
  /** In percent. */
  progress: z.number().int(),
  /** What it is doing now; of a failed one, what it was doing then. */
  step: z.enum(DOWNLOAD_STEPS).nullable(),
  error: z.string().nullable(),
  errorClass: z.string().nullable(),
  videoId: z.string().nullable(),
  sourceId: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  priority: z.number().int(),
  /** Tries that ended with an error. */
  attempts: z.number().int(),
  /** When a pending download that met an error is tried again. */
  nextTryAt: instant.nullable(),
  receivedBytes: z.number().int().nullable(),
  totalBytes: z.number().int().nullable(),
  bytesPerSecond: z.number().int().nullable(),
  /** While its file is on the way: when the last byte is expected. */
  expectedEndAt: instant.nullable(),
  cancelled: z.boolean(),
  createdAt: instant,
  completedAt: instant.nullable(),
});
export type DownloadJob = z.infer<typeof DownloadJob>;

export const DownloadJobsQuery = z.object({
  limit: wholeNumber('limit', 1, 100, 10),
  status: z
    .enum(DOWNLOAD_STATUSES, { error: `status must be one of ${DOWNLOAD_STATUSES.join(', ')}.` })
    .optional(),
  /** The id of a download: those that were added before it. */
  before: safeText(100).optional(),
});

export const DownloadJobs = z.array(DownloadJob);

export const DownloadCounts = z.object({
  pending: z.number().int(),
  processing: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
});
export type DownloadCounts = z.infer<typeof DownloadCounts>;

const URL_REQUIRED = 'Please enter a URL';

export const NewDownloadJob = z.object({
  sourceUrl: z
    .string({ error: URL_REQUIRED })
    .max(10_000, 'The URL is too long.')
    .refine((text) => text.trim() !== '', URL_REQUIRED),
});

/** The sentence of the specification, section 5. */
export const NO_VALID_LINE = 'Please enter at least one valid URL';

/** What each line must be is not asked here: a bad one is reported and the others are taken. */
export const BulkDownloadJobs = z.object({
  sourceUrls: z
    .array(z.string({ error: 'Each URL must be text.' }), { error: NO_VALID_LINE })
    .max(10 * MAX_BULK_LINES, `At most ${MAX_BULK_LINES} URLs can be added at once.`),
});

export const BulkQueued = z.object({
  /** The first of those added, up to 100. */
  jobs: DownloadJobs,
  /** How many were added. */
  count: z.number().int(),
  /** Lines whose address was named before, waits already, or is in the library. */
  duplicates: z.number().int(),
  invalidCount: z.number().int(),
  /** The first of the lines that are no address, up to 100; lines are counted from 1. */
  invalid: z.array(z.object({ line: z.number().int(), message: z.string() })),
});
export type BulkQueued = z.infer<typeof BulkQueued>;

export const DownloadParams = z.object({ id: safeText(100) });

export const RetryFailed = z.object({
  errorClass: z.enum(DOWNLOAD_ERROR_CLASSES, { error: 'There is no such class of errors.' }).optional(),
});

export const DownloadsChanged = z.object({ message: z.string(), count: z.number().int() });
export type DownloadsChanged = z.infer<typeof DownloadsChanged>;
