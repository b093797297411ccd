import type pg from 'pg';
import { requeueRunJob } from '../features/crawler/index.ts';
import { createDomainDirectory } from '../features/domains/index.ts';
import { requeueDownloadsJob } from '../features/downloads/index.ts';
import { mailOutboxJob } from '../features/mail/index.ts';
import type { Pace } from '../features/manners/index.ts';
import { createBoss, createQueue, ensureQueues } from '../jobs/queue.ts';
import { runJobs } from '../jobs/runner.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import type { Base } from './compose.ts';
import { ALL_JOBS } from './compose-queue.ts';
import { ingestHandlers } from './ingest-handlers.ts';
import { mailHandlers } from './mail-handlers.ts';
import { crawlerUserAgent, createOutboundFetch, type OutboundTuning } from './outbound.ts';

/** What tests set otherwise. */
export type WorkerTuning = OutboundTuning & { pace?: Partial<Pace> };

export interface Worker {
  stop(): Promise<void>;
}

/** The worker: leases jobs and runs them. */
export async function composeWorker(
  base: Base,
  connection: pg.PoolConfig,
  { pace, ...outbound }: WorkerTuning = {},
): Promise<Worker> {
  const { config, log } = base;
  const boss = createBoss({ connection, log, worker: true });
  await boss.start();
  await ensureQueues(boss, ALL_JOBS);
  // Any name that is none asks for the default domain.
  const userAgent = crawlerUserAgent(config, await createDomainDirectory(base.db).configFor(''));
  const fetch = createOutboundFetch(config, userAgent, outbound);
  const queue = createQueue(boss);
  await queue.send(base.db, requeueRunJob, {});
  await queue.send(base.db, requeueDownloadsJob, {});
  await queue.send(base.db, mailOutboxJob, {});
  const handlers = [
    ...ingestHandlers(base, queue, { fetch, pace }),
    ...catalogueHandlers(base),
    ...mailHandlers(base, queue),
  ];
  const runner = await runJobs(boss, handlers, { log, timeZone: config.timeZone });
  return { stop: () => runner.stop().finally(() => fetch.close()) };
}
