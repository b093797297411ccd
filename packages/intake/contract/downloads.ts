import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  oneOf,
  safeText,
  wholeNumber,
} from '@vesper/core/contract';
import { z } from 'zod';

export const DOWNLOAD_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

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

/** Counted as left out: already here, removed before, or refused or postponed by its site. */
export const LEFT_OUT_CLASSES = [
  'duplicate',
  'removed',
  'robots',
  'paused',
  'http_429',
] as const satisfies readonly DownloadErrorClass[];

export const DOWNLOAD_ENDINGS = ['failed', 'left_out', 'cancelled'] as const;
export type DownloadEnding = (typeof DOWNLOAD_ENDINGS)[number];

/** Null unless its status is "failed". The database has the same rule (download_state). */
export function endingOf(job: {
  status: string;
  errorClass: string | null;
  cancelled: boolean;
}): DownloadEnding | null {
  if (job.status !== 'failed') return null;
  if (isLeftOut(job.errorClass)) return 'left_out';
  return job.cancelled ? 'cancelled' : 'failed';
}

export function isLeftOut(errorClass: string | null): boolean {
  return LEFT_OUT_CLASSES.some((one) => one === errorClass);
}

export const MAX_BULK_LINES = 10_000;
/** 10,000 addresses of 2,000 characters, with their quotes and escapes. */
export const BULK_BODY_BYTES = 24 * 1024 * 1024;

export const DownloadJob = z.object({
  id: z.string(),
  sourceUrl: z.string(),
  /** The title of its video, or at the source; null if unknown. */
  title: z.string().nullable(),
  status: z.enum(DOWNLOAD_STATUSES),
  /** In percent. */
  progress: z.number().int(),
  /** The current step; for a failed one, the step in which it failed. */
  step: z.enum(DOWNLOAD_STEPS).nullable(),
  error: z.string().nullable(),
  errorClass: z.string().nullable(),
  videoId: z.string().nullable(),
  sourceId: z.string().nullable(),
  runId: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  priority: z.number().int(),
  attempts: z.number().int(),
  nextTryAt: instant.nullable(),
  receivedBytes: z.number().int().nullable(),
  totalBytes: z.number().int().nullable(),
  bytesPerSecond: z.number().int().nullable(),
  /** While its file is being transferred: when it should be complete. */
  expectedEndAt: instant.nullable(),
  cancelled: z.boolean(),
  ending: z.enum(DOWNLOAD_ENDINGS).nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
});
export type DownloadJob = z.infer<typeof DownloadJob>;

/** Instead of a source id: downloads added by hand. */
export const BY_HAND = 'manual';

const errorClass = z.enum(DOWNLOAD_ERROR_CLASSES, { error: 'This error class does not exist.' });
const ONE_SCOPE = 'Please give only one of sourceId, runId, videoId and search.';

/** A filter; at most one of the last four fields. */
const downloadFilter = {
  status: oneOf('status', DOWNLOAD_STATUSES).optional(),
  /** Failed ones only. */
  errorClass: errorClass.optional(),
  /** Failed ones only. */
  ending: oneOf('ending', DOWNLOAD_ENDINGS).optional(),
  sourceId: safeText(100).optional(),
  runId: safeText(100).optional(),
  videoId: safeText(100).optional(),
  /** An address, or the start of a host name. */
  search: safeText(8000).trim().optional(),
};

function isOneScope({ sourceId, runId, videoId, search }: Record<string, unknown>): boolean {
  return [sourceId, runId, videoId, search].filter(Boolean).length <= 1;
}

export const DownloadFilter = z.object(downloadFilter).refine(isOneScope, ONE_SCOPE);
export type DownloadFilter = z.infer<typeof DownloadFilter>;

/** How many jobs match a filter, counted up to 1,000. */
export const JobCount = z.object({ count: z.number().int(), isCapped: z.boolean() });
export type JobCount = z.infer<typeof JobCount>;

/** Failed jobs by error class, counted up to 1,000 each; every class is listed. */
export const FailureCounts = z.array(
  z.object({ errorClass: z.enum(DOWNLOAD_ERROR_CLASSES), count: z.number().int(), isCapped: z.boolean() }),
);
export type FailureCounts = z.infer<typeof FailureCounts>;

export const MOST_CHOSEN = 500;
const CHOSEN = `Please select 1 to ${MOST_CHOSEN} jobs.`;

export const ChosenJobs = z.object({
  ids: z.array(safeText(100), { error: CHOSEN }).min(1, CHOSEN).max(MOST_CHOSEN, CHOSEN),
});

export const DownloadJobs = z.array(DownloadJob);

/** `failed` excludes left-out and cancelled ones, which have the same status. */
export const DownloadCounts = z.object({
  pending: z.number().int(),
  processing: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  leftOut: z.number().int(),
  cancelled: z.number().int(),
});
export type DownloadCounts = z.infer<typeof DownloadCounts>;

const URL_REQUIRED = 'Please enter a URL';

export const NO_VALID_LINE = 'Please enter at least one valid URL';

export const BulkQueued = z.object({
  /** The first 100 added. */
  jobs: DownloadJobs,
  count: z.number().int(),
  /** Lines whose address is repeated, already waiting, or in the library. */
  duplicates: z.number().int(),
  invalidCount: z.number().int(),
  /** The first 100 invalid lines, numbered from 1. */
  invalid: z.array(z.object({ line: z.number().int(), message: z.string() })),
});
export type BulkQueued = z.infer<typeof BulkQueued>;

const WHOSE = 'Please give a sourceId, or "manual" for downloads added by hand.';

export const DownloadsChanged = z.object({ message: z.string(), count: z.number().int() });
export type DownloadsChanged = z.infer<typeof DownloadsChanged>;

export const QueueClearing = z.object({
  id: z.string(),
  clearedAt: instant,
  until: instant,
  count: z.number().int(),
});
export type QueueClearing = z.infer<typeof QueueClearing>;

/** `clearing` is null if nothing was waiting. */
export const PendingCleared = DownloadsChanged.extend({ clearing: QueueClearing.nullable() });

/** `moving`: made progress recently, in a live worker. */
export const DownloadsMoving = z.object({ processing: z.number().int(), moving: z.number().int() });
export type DownloadsMoving = z.infer<typeof DownloadsMoving>;

export const downloadsCalls = callsInArea('ingest', {
  list: {
    route: 'GET /api/download-jobs',
    summary: 'Lists downloads, newest first.',
    query: z
      .object({
        limit: wholeNumber('limit', 1, 100, 10),
        ...downloadFilter,
        before: safeText(100).optional(),
      })
      .refine(isOneScope, ONE_SCOPE),
    output: DownloadJobs,
    errors: ['not_found'],
  },
  counts: {
    route: 'GET /api/download-jobs/counts',
    summary: 'Counts the downloads by state.',
    output: DownloadCounts,
  },
  count: {
    route: 'GET /api/download-jobs/count',
    summary: 'Counts the downloads that match a filter.',
    query: DownloadFilter,
    output: JobCount,
  },
  failures: {
    route: 'GET /api/download-jobs/failures',
    summary: 'Counts the failed downloads by error class.',
    output: FailureCounts,
  },
  add: {
    route: 'POST /api/download-jobs',
    summary: 'Queues the video of one page or file.',
    undo: 'downloads.cancel',
    body: z.object({
      sourceUrl: z
        .string({ error: URL_REQUIRED })
        .max(10_000, 'The URL is too long.')
        .refine((text) => text.trim() !== '', URL_REQUIRED),
    }),
    output: DownloadJob,
    errors: ['conflict'],
  },
  addBulk: {
    route: 'POST /api/download-jobs/bulk',
    summary: 'Queues up to 10,000 addresses; invalid lines are reported, the others are queued.',
    undo: 'downloads.cancelChosen',
    /** Lines are not validated here: a bad one is reported, and the others are added. */
    body: z.object({
      sourceUrls: z
        .array(z.string({ error: 'Each URL must be text.' }), { error: NO_VALID_LINE })
        .max(10 * MAX_BULK_LINES, `At most ${MAX_BULK_LINES} URLs can be added at once.`),
    }),
    bodyLimit: BULK_BODY_BYTES,
    output: BulkQueued,
  },
  clearPending: {
    route: 'POST /api/download-jobs/clear-pending',
    summary: 'Clears all waiting downloads from the queue; it can be undone for an hour.',
    undo: 'downloads.undoClearing',
    output: PendingCleared,
  },
  clearings: {
    route: 'GET /api/download-jobs/clearings',
    summary: 'Lists the clearings of the queue that can still be undone.',
    output: z.array(QueueClearing),
  },
  undoClearing: {
    route: 'POST /api/download-jobs/clearings/:id/undo',
    summary: 'Returns cleared downloads to their places in the queue.',
    undo: 'downloads.clearPending',
    params: IdParams,
    output: DownloadsChanged,
    errors: ['conflict'],
  },
  moving: {
    route: 'GET /api/download-jobs/moving',
    summary: 'Counts the running downloads, and those that are still making progress.',
    output: DownloadsMoving,
  },
  resetStuck: {
    route: 'POST /api/download-jobs/reset-stuck',
    summary: 'Puts running downloads back into the queue; with keepMoving only those that are stuck.',
    undo: 'nothing lost',
    body: z.object({
      keepMoving: z.boolean('keepMoving must be true or false.').optional(),
    }),
    output: DownloadsChanged,
  },
  retryFailed: {
    route: 'POST /api/download-jobs/retry-failed',
    summary: 'Retries failed downloads: all, or those of one error class.',
    undo: 'downloads.cancelChosen',
    /** Truly failed downloads: all, or those of an error class, a source (or `manual`), or a run. */
    body: z
      .object({
        errorClass: errorClass.optional(),
        sourceId: safeText(100).optional(),
        runId: safeText(100).optional(),
      })
      .refine(isOneScope, ONE_SCOPE),
    output: DownloadsChanged,
  },
  cancelPending: {
    route: 'POST /api/download-jobs/cancel-pending',
    summary: 'Cancels the pending downloads of a source or a run.',
    undo: 'downloads.retry',
    body: z.object({ sourceId: z.string(WHOSE).min(1, WHOSE).pipe(safeText(100)) }),
    output: DownloadsChanged,
  },
  cancelChosen: {
    route: 'POST /api/download-jobs/cancel',
    summary: 'Cancels the given downloads.',
    undo: 'downloads.retryChosen',
    body: ChosenJobs,
    output: DownloadsChanged,
    errors: ['conflict'],
  },
  retryChosen: {
    route: 'POST /api/download-jobs/retry',
    summary: 'Retries the given failed downloads.',
    undo: 'downloads.cancelChosen',
    body: ChosenJobs,
    output: DownloadsChanged,
    errors: ['conflict'],
  },
  moveUp: {
    route: 'POST /api/download-jobs/:id/next',
    summary: 'Moves a pending download to the front of the queue.',
    undo: 'nothing lost',
    params: IdParams,
    output: DownloadJob,
    errors: ['not_found', 'conflict'],
  },
  cancel: {
    route: 'POST /api/download-jobs/:id/cancel',
    summary: 'Cancels a waiting or running download.',
    undo: 'downloads.retry',
    params: IdParams,
    output: DownloadJob,
    errors: ['not_found', 'conflict'],
  },
  retry: {
    route: 'POST /api/download-jobs/:id/retry',
    summary: 'Retries a failed or cancelled download.',
    undo: 'downloads.cancel',
    params: IdParams,
    output: DownloadJob,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
