import type pg from 'pg';
import { dailyCrawlJob, requeueRunJob } from '../features/crawler/index.ts';
import { requeueDownloadsJob } from '../features/downloads/index.ts';
import { checkFilesJob, recheckVideosJob } from '../features/health/index.ts';
import { mailOutboxJob } from '../features/mail/index.ts';
import { createBoss, createQueue, ensureQueues } from '../jobs/queue.ts';
import { runJobs } from '../jobs/runner.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import type { Base } from './compose.ts';
import { ALL_JOBS } from './compose-queue.ts';
import { healthHandlers } from './health-handlers.ts';
import { ingestHandlers } from './ingest-handlers.ts';
import { mailHandlers } from './mail-handlers.ts';
import { createOutboundFetch, type OutboundTuning } from './outbound.ts';

/** What tests set otherwise. */
export type WorkerTuning = OutboundTuning;

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
  await ensureQueues(boss, ALL_JOBS);
  const fetch = createOutboundFetch(config, tuning);
  const queue = createQueue(boss);
  await queue.send(base.db, requeueRunJob, {});
  // The time of the schedule may have passed while nobody worked.
  await queue.send(base.db, dailyCrawlJob, {});
  await queue.send(base.db, requeueDownloadsJob, {});
  await queue.send(base.db, recheckVideosJob, {});
  await queue.send(base.db, checkFilesJob, {});
  await queue.send(base.db, mailOutboxJob, {});
  const handlers = [
    ...ingestHandlers(base, queue, fetch),
    ...healthHandlers(base, queue, fetch),
    ...catalogueHandlers(base),
    ...mailHandlers(base, queue),
  ];
  const runner = await runJobs(boss, handlers, { log, timeZone: config.timeZone });
  return { stop: () => runner.stop().finally(() => fetch.close()) };
}
