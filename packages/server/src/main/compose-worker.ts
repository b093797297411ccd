import type pg from 'pg';
import { requeueRunJob } from '../features/crawler/index.ts';
import { type PauseTuning, startDownloadWorker } from '../features/downloads/index.ts';
import { mailOutboxJob } from '../features/mail/index.ts';
import type { LeaseTiming } from '../jobs/lease-loop.ts';
import { createBoss, createQueue, ensureQueues } from '../jobs/queue.ts';
import { runJobs } from '../jobs/runner.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import type { Base } from './compose.ts';
import { ALL_JOBS, RETIRED_JOBS } from './compose-queue.ts';
import { composeIngest } from './ingest-handlers.ts';
import { mailHandlers } from './mail-handlers.ts';
import { createOutboundFetch, type OutboundTuning } from './outbound.ts';

/** What tests set otherwise. */
export type WorkerTuning = OutboundTuning & { downloads?: Partial<LeaseTiming> & PauseTuning };

export interface Worker {
  stop(): Promise<void>;
}

/** The worker: leases jobs and runs them. */
export async function composeWorker(
  base: Base,
  connection: pg.PoolConfig,
  tuning: WorkerTuning = {},
): Promise<Worker> {
  const { config, log } = base;
  const boss = createBoss({ connection, log, worker: true });
  await boss.start();
  await ensureQueues(boss, ALL_JOBS, RETIRED_JOBS);
  const fetch = createOutboundFetch(config, tuning);
  const queue = createQueue(boss);
  await queue.send(base.db, requeueRunJob, {});
  await queue.send(base.db, mailOutboxJob, {});
  const { downloads = {} } = tuning;
  const ingest = composeIngest(base, queue, fetch, downloads);
  const handlers = [...ingest.handlers, ...catalogueHandlers(base), ...mailHandlers(base, queue)];
  const runner = await runJobs(boss, handlers, { log, timeZone: config.timeZone });
  const downloadLoop = startDownloadWorker({
    db: base.db,
    log,
    concurrency: config.downloadConcurrency,
    bring: ingest.bring,
    timing: downloads,
  });
  return {
    stop: () =>
      Promise.all([runner.stop(), downloadLoop.stop()])
        .then(() => {})
        .finally(() => fetch.close()),
  };
}
