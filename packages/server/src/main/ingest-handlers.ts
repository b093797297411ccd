import {
  type CrawlerRuns,
  crawlJob,
  crawlSources,
  cronOf,
  dailyCrawlJob,
  requeueRun,
  requeueRunJob,
  startScheduledCrawl,
} from '../intake/crawler/index.ts';
import {
  createRateLimit,
  forgetClearings,
  forgetClearingsJob,
  type LeasedDownload,
  type PauseTuning,
  type RateLimit,
} from '../intake/downloads/index.ts';
import { forgetHosts, forgetHostsJob, type Manners } from '../intake/manners/index.ts';
import type { Ytdlp } from '../intake/readers/index.ts';
import type { Queue } from '../kernel/jobs/queue.ts';
import { handle, type JobContext, type JobHandler } from '../kernel/jobs/runner.ts';
import type { DiskWatch } from '../kernel/lib/disk-watch.ts';
import { ingestVideo } from '../pipeline/video-pipeline.ts';
import type { Pipeline } from '../pipeline/work.ts';
import { forgetEventsJob, forgetOldEvents } from '../upkeep/job-timelines/index.ts';
import { type Base, workDirectory } from './compose.ts';
import { mediaSettings } from './media-handlers.ts';

const MAX_VIDEO_BYTES = 8 * 1024 ** 3;

export interface Ingest {
  handlers: JobHandler[];
  /** Does one download. */
  bring: (leased: LeasedDownload, context: JobContext) => Promise<void>;
}

export interface IngestOptions {
  disks: DiskWatch;
  manners: Manners;
  ytdlp: Ytdlp;
  pauseTuning: PauseTuning;
}

/** The work that brings videos from outside. */
export function composeIngest(
  base: Base,
  queue: Queue,
  { disks, manners, ytdlp, pauseTuning }: IngestOptions,
): Ingest {
  const { config, db, clock, storages } = base;
  const runs = crawlerRuns(base, queue);
  const pipeline: Pipeline = {
    ...{ db, queue, manners, ytdlp, disks },
    outboundAllow: config.outboundAllow,
    embeds: config.embedProviders,
    storages,
    workDirectory: workDirectory(base),
    maxVideoBytes: MAX_VIDEO_BYTES,
    rateLimit: whileRoom(disks, createRateLimit(config.downloadRateLimit)),
    maxBytesPerSecond: config.downloadRateLimit,
    media: mediaSettings(config),
    pauseTuning,
  };
  const handlers = [
    handle(crawlJob, ({ runId }, { signal }) => crawlSources({ ...runs, manners }, runId, signal)),
    handle({ ...dailyCrawlJob, cron: cronOf(runs.schedule) }, async () => {
      await startScheduledCrawl(runs);
    }),
    handle(requeueRunJob, () => requeueRun(runs)),
    handle(forgetHostsJob, () => forgetHosts(db, clock.now())),
    handle(forgetClearingsJob, () => forgetClearings(db)),
    handle(forgetEventsJob, (_, { signal }) => forgetOldEvents(db, clock.now(), signal)),
  ];
  return { handlers, bring: (leased, context) => ingestVideo(pipeline, leased, context) };
}

/** Ends a transfer while there is still room for the rest of the site: what has come is gone on with later. */
function whileRoom(disks: DiskWatch, rateLimit: RateLimit): RateLimit {
  return async (bytes, signal) => {
    await disks.requireRoom();
    await rateLimit(bytes, signal);
  };
}

/** What starts and stops crawler runs, in the site as in the worker. */
export function crawlerRuns({ db, clock, config }: Base, queue: Queue): CrawlerRuns {
  const { crawlTime, crawlTarget, timeZone } = config;
  return { db, queue, clock, schedule: { time: crawlTime, timeZone, dailyTarget: crawlTarget } };
}
