import { type AreaCalls, callsInArea, IdParams, instant, safeText, wholeNumber } from '@vesper/core/contract';
import { z } from 'zod';

export const RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;

const run = {
  id: z.string(),
  status: z.enum(RUN_STATUSES),
  targetCount: z.number().int(),
  videosAdded: z.number().int(),
  /** Failed downloads, without those left out. */
  videosFailed: z.number().int(),
  /** Already here, removed before, or refused or postponed by their site. */
  videosLeftOut: z.number().int(),
  videosTakenOut: z.number().int(),
  /** Waiting or running downloads, counted up to 10,000. */
  videosOpen: z.number().int(),
  error: z.string().nullable(),
  startedAt: instant,
  completedAt: instant.nullable(),
};

/** The counts are live while it runs. */
export const CrawlerRun = z.object(run);
export type CrawlerRun = z.infer<typeof CrawlerRun>;

export const CrawlerProblem = z.object({
  sourceId: z.string().nullable(),
  url: z.string(),
  message: z.string(),
  at: instant,
});

export const CrawlerReport = z.object({
  brought: z.int(),
  /** In the library or its queue, tried by an earlier run, a duplicate, or removed before. */
  alreadyHere: z.int(),
  noVideo: z.int(),
  robots: z.int(),
  /** Waiting for their site, or beyond this run's limit. */
  leftForLater: z.int(),
  failed: z.int(),
});
export type CrawlerReport = z.infer<typeof CrawlerReport>;

export const CrawlerRunDetails = z.object({
  ...run,
  report: CrawlerReport,
  /** When the last source was read; downloads may still run. */
  discoveredAt: instant.nullable(),
  /** Its scheduled time; null if started by hand. */
  scheduledFor: instant.nullable(),
  problems: z.array(CrawlerProblem),
});
export type CrawlerRunDetails = z.infer<typeof CrawlerRunDetails>;

export const CrawlerStatus = z.object({
  isRunning: z.boolean(),
  /** The scheduled time of day, "02:00". */
  scheduledTime: z.string(),
  timeZone: z.string(),
  dailyTarget: z.number().int(),
  nextRunAt: instant,
  lastRun: z.object({ id: z.string(), startedAt: instant, videosAdded: z.number().int() }).nullable(),
});
export type CrawlerStatus = z.infer<typeof CrawlerStatus>;

export const crawlerCalls = callsInArea('ingest', {
  status: {
    route: 'GET /api/crawler/status',
    summary: 'Returns whether the crawler is running, when it starts next, and how its last run went.',
    output: CrawlerStatus,
  },
  runs: {
    route: 'GET /api/crawler-runs',
    summary: 'Lists crawler runs, newest first.',
    query: z.object({
      limit: wholeNumber('limit', 1, 100, 20),
      before: safeText(100).optional(),
    }),
    output: z.array(CrawlerRun),
    errors: ['not_found'],
  },
  run: {
    route: 'GET /api/crawler-runs/:id',
    summary: 'Returns one crawler run.',
    params: IdParams,
    output: CrawlerRunDetails,
    errors: ['not_found'],
  },
  start: {
    route: 'POST /api/crawler/start',
    summary: 'Starts a crawler run over all enabled sources.',
    undo: 'crawler.stop',
    output: CrawlerRun,
    errors: ['conflict'],
  },
  stop: {
    route: 'POST /api/crawler/stop',
    summary: 'Stops the current crawler run and cancels its waiting downloads.',
    undo: 'crawler.start',
    /** If the run is given, one that started later is not stopped. */
    body: z.object({ runId: safeText(100).optional() }),
    output: z.object({
      message: z.string(),
      cancelledDownloads: z.number().int(),
    }),
    errors: ['conflict'],
  },
} as const satisfies AreaCalls);
