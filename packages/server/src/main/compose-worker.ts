import type pg from 'pg';
import { dailyCrawlJob, requeueRunJob } from '../intake/crawler/index.ts';
import { type PauseTuning, startDownloadWorker } from '../intake/downloads/index.ts';
import { createManners, type Pace } from '../intake/manners/index.ts';
import { sourceBasisJob } from '../intake/sources/index.ts';
import type { LeaseTiming } from '../kernel/jobs/lease-loop.ts';
import { createBoss, createQueue, ensureQueues } from '../kernel/jobs/queue.ts';
import { runJobs } from '../kernel/jobs/runner.ts';
import { PRODUCT_TOKEN } from '../kernel/lib/product-token.ts';
import { startQuarantineWorker } from '../library/media/index.ts';
import { moveTopicsJob } from '../library/topics/index.ts';
import { adoptPlayersJob } from '../library/videos/index.ts';
import { createDomainDirectory } from '../site/domains/index.ts';
import { mailOutboxJob } from '../site/mail/index.ts';
import { type BeatTiming, startBeat } from '../site/operation/index.ts';
import { keepStatisticsJob } from '../site/statistics/index.ts';
import { checkFilesJob, recheckVideosJob } from '../upkeep/health/index.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import type { Base } from './compose.ts';
import { ALL_JOBS, RETIRED_JOBS } from './compose-queue.ts';
import { watchDisks } from './disks.ts';
import { healthHandlers } from './health-handlers.ts';
import { composeIngest } from './ingest-handlers.ts';
import { mailHandlers } from './mail-handlers.ts';
import { type MediaTuning, startMediaWork } from './media-handlers.ts';
import { crawlerUserAgent, createOutboundFetch, type OutboundTuning } from './outbound.ts';
import { sourceHandlers } from './source-handlers.ts';
import { type TranslationTuning, translationHandlers } from './translation-handlers.ts';
import { composeTranslator } from './translator.ts';
import { composeYtdlp } from './ytdlp.ts';

/** What tests set otherwise. */
export type WorkerTuning = OutboundTuning & {
  pace?: Partial<Pace>;
  downloads?: Partial<LeaseTiming> & PauseTuning;
  quarantine?: Partial<LeaseTiming>;
  media?: MediaTuning;
  translations?: TranslationTuning;
  beat?: Partial<BeatTiming>;
};

export interface Worker {
  stop(): Promise<void>;
}

/** The worker: leases jobs and runs them. */
export async function composeWorker(
  base: Base,
  connection: pg.PoolConfig,
  {
    pace,
    downloads = {},
    media = {},
    quarantine,
    translations,
    beat: beatTiming,
    ...outbound
  }: WorkerTuning = {},
): Promise<Worker> {
  const { config, log } = base;
  const boss = createBoss({ connection, log, worker: true });
  await boss.start();
  await ensureQueues(boss, ALL_JOBS, RETIRED_JOBS);
  // Any name that is none asks for the default domain.
  const userAgent = crawlerUserAgent(config, await createDomainDirectory(base.db).configFor(''));
  const fetch = createOutboundFetch(config, userAgent, outbound);
  const queue = createQueue(boss);
  await queue.send(base.db, requeueRunJob, {});
  // The time of the schedule may have passed while nobody worked.
  await queue.send(base.db, dailyCrawlJob, {});
  await queue.send(base.db, sourceBasisJob, {});
  await queue.send(base.db, recheckVideosJob, {});
  await queue.send(base.db, checkFilesJob, {});
  await queue.send(base.db, mailOutboxJob, {});
  await queue.send(base.db, adoptPlayersJob, {});
  await queue.send(base.db, keepStatisticsJob, {});
  await queue.send(base.db, moveTopicsJob, {});
  const manners = createManners({ db: base.db, fetch, productToken: PRODUCT_TOKEN, pace });
  const disks = watchDisks(config, log);
  const ingest = composeIngest(base, queue, {
    ...{ disks, manners },
    ytdlp: composeYtdlp(config, userAgent, outbound),
    pauseTuning: downloads,
  });
  const { translator, close: closeTranslator } = composeTranslator(config, userAgent, outbound);
  const handlers = [
    ...sourceHandlers(base, queue),
    ...ingest.handlers,
    ...healthHandlers(base, queue, manners),
    ...catalogueHandlers(base, queue),
    ...mailHandlers(base, queue),
    ...translationHandlers(base, translator, translations),
  ];
  const runner = await runJobs(boss, handlers, { log, timeZone: config.timeZone });
  const downloadLoop = startDownloadWorker({
    db: base.db,
    log,
    concurrency: config.downloadConcurrency,
    hasRoom: disks.hasRoom,
    bring: ingest.bring,
    timing: downloads,
  });
  const mediaLoop = startMediaWork(base, disks, media);
  const quarantineLoop = startQuarantineWorker(base, quarantine);
  const beat = await startBeat(base.db, disks, beatTiming);
  const parts = [beat, runner, downloadLoop, mediaLoop, quarantineLoop];
  return {
    stop: () =>
      Promise.all(parts.map((part) => part.stop()))
        .then(() => {})
        .finally(() => fetch.close())
        .finally(closeTranslator),
  };
}
