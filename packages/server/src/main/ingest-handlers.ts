import {
  type Crawler,
  crawlJob,
  crawlSources,
  dailyCrawlJob,
  requeueRun,
  requeueRunJob,
  startCrawl,
} from '../features/crawler/index.ts';
import { createRateLimit, type LeasedDownload, type PauseTuning } from '../features/downloads/index.ts';
import { createManners, createRobotsCache } from '../features/manners/index.ts';
import type { Queue } from '../jobs/queue.ts';
import { handle, type JobContext, type JobHandler } from '../jobs/runner.ts';
import { AppError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import type { SafeFetch } from '../lib/safe-fetch.ts';
import { bringVideo, type Pipeline } from '../pipeline/video-pipeline.ts';
import { type Base, workDirectory } from './compose.ts';
import { PRODUCT_TOKEN } from './outbound.ts';

const MAX_VIDEO_BYTES = 8 * 1024 ** 3;

export interface Ingest {
  handlers: JobHandler[];
  /** Does one download. */
  bring: (leased: LeasedDownload, context: JobContext) => Promise<void>;
}

/** The work that brings videos from outside. */
export function composeIngest(base: Base, queue: Queue, fetch: SafeFetch, pauseTuning: PauseTuning): Ingest {
  const { config, db, clock, storage, log } = base;
  const robots = createRobotsCache({ fetch, clock, productToken: PRODUCT_TOKEN });
  const crawler: Crawler = { db, queue, manners: createManners({ fetch, robots }), clock };
  const pipeline: Pipeline = {
    ...crawler,
    storage,
    workDirectory: workDirectory(base),
    maxVideoBytes: MAX_VIDEO_BYTES,
    rateLimit: createRateLimit(config.downloadRateLimit),
    pauseTuning,
  };
  const handlers = [
    handle(crawlJob, ({ runId }, { signal }) => crawlSources(crawler, runId, signal)),
    handle(dailyCrawlJob, () => startDailyCrawl(crawler, log)),
    handle(requeueRunJob, () => requeueRun(crawler)),
  ];
  return { handlers, bring: (leased, context) => bringVideo(pipeline, leased, context) };
}

async function startDailyCrawl(crawler: Crawler, log: Log): Promise<void> {
  try {
    await startCrawl(crawler);
  } catch (error) {
    // A run that somebody started by hand is still going: that is today's.
    if (!(error instanceof AppError)) throw error;
    log.info('The daily run was not started: a run is going on.');
  }
}
