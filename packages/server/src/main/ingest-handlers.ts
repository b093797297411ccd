import {
  type CrawlerRuns,
  crawlJob,
  crawlSources,
  cronOf,
  dailyCrawlJob,
  requeueRun,
  requeueRunJob,
  startScheduledCrawl,
} from '../features/crawler/index.ts';
import { downloadJob, requeueDownloads, requeueDownloadsJob } from '../features/downloads/index.ts';
import { createManners, forgetHosts, forgetHostsJob, type Pace } from '../features/manners/index.ts';
import type { Queue } from '../jobs/queue.ts';
import { handle, type JobHandler } from '../jobs/runner.ts';
import { PRODUCT_TOKEN } from '../lib/product-token.ts';
import type { SafeFetch } from '../lib/safe-fetch.ts';
import { bringVideo } from '../pipeline/video-pipeline.ts';
import type { Pipeline } from '../pipeline/work.ts';
import { type Base, workDirectory } from './compose.ts';

const MAX_VIDEO_BYTES = 8 * 1024 ** 3;

/** The jobs that bring videos from outside. */
export function ingestHandlers(
  base: Base,
  queue: Queue,
  { fetch, pace }: { fetch: SafeFetch; pace?: Partial<Pace> | undefined },
): JobHandler[] {
  const { db, clock, storage } = base;
  const manners = createManners({ db, fetch, productToken: PRODUCT_TOKEN, pace });
  const runs = crawlerRuns(base, queue);
  const pipeline: Pipeline = {
    ...{ db, queue, clock, manners },
    storage,
    workDirectory: workDirectory(base),
    maxVideoBytes: MAX_VIDEO_BYTES,
  };
  return [
    handle(crawlJob, ({ runId }, { signal }) => crawlSources({ ...runs, manners }, runId, signal)),
    handle({ ...dailyCrawlJob, cron: cronOf(runs.schedule) }, async () => {
      await startScheduledCrawl(runs);
    }),
    handle(requeueRunJob, () => requeueRun(runs)),
    handle(downloadJob, ({ downloadJobId }, context) => bringVideo(pipeline, downloadJobId, context)),
    handle(requeueDownloadsJob, (_data, { signal }) => requeueDownloads(db, queue, signal)),
    handle(forgetHostsJob, () => forgetHosts(db, clock.now())),
  ];
}

/** What starts and stops crawler runs, in the site as in the worker. */
export function crawlerRuns({ db, clock, config }: Base, queue: Queue): CrawlerRuns {
  const { crawlTime, crawlTarget, timeZone } = config;
  return { db, queue, clock, schedule: { time: crawlTime, timeZone, dailyTarget: crawlTarget } };
}
