import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { createDb, createPool, type Db } from '../db/pool.ts';
import {
  adminRoutes,
  createAdminSessions,
  forgetSessions,
  forgetSessionsJob,
  isAdmin,
} from '../features/admin-session/index.ts';
import { createDomainDirectory, domainRoutes, mountSiteFiles } from '../features/domains/index.ts';
import {
  type Crawler,
  crawlJob,
  crawlSources,
  createRobotsCache,
  dailyCrawlJob,
  downloadJob,
  requeueJob,
  requeueOpen,
  selectOpenIds,
  startCrawl,
} from '../features/ingest/index.ts';
import { createKeywordViewCounter, keywordRoutes } from '../features/keywords/index.ts';
import { countUnsentMails, mailOutboxJob, sendMailJob } from '../features/mail/index.ts';
import {
  type CleaningReport,
  cleanStorage,
  cleanStorageJob,
  createMediaAddresses,
  createMediaSigner,
  mediaRoutes,
  mountMediaDelivery,
} from '../features/media/index.ts';
import { refreshSearchRanks, remakeStaleDocuments, searchDocumentsJob } from '../features/search/index.ts';
import { createTakedowns, takedownRoutes } from '../features/takedowns/index.ts';
import {
  categoryRoutes,
  createVideoViewCounter,
  deleteAbandonedVideos,
  facetViewsJob,
  fillPlaceholders,
  getVideoRow,
  placeholdersJob,
  refreshFacetViews,
  refreshRelated,
  refreshViewedFacets,
  relatedJob,
  searchRanksJob,
  selectNamedKeys,
  selectPublicFiles,
  videoRoutes,
} from '../features/videos/index.ts';
import { forgetVisitors, forgetVisitorsJob } from '../features/views/index.ts';
import { contextOf, createApp } from '../http/app.ts';
import { createDispatch, type Handlers, mountCalls } from '../http/mount.ts';
import { mountPages } from '../http/ssr.ts';
import type { JobDefinition } from '../jobs/define.ts';
import { createBoss, createQueue, ensureQueues, type Queue } from '../jobs/queue.ts';
import { handle, type JobHandler, runJobs } from '../jobs/runner.ts';
import { AppError } from '../lib/app-error.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createSafeFetch, type SafeFetch, type SafeFetchSettings } from '../lib/safe-fetch.ts';
import { bringVideo, type Pipeline } from '../pipeline/video-pipeline.ts';
import { createFsStorage, type FsStorage } from '../storage/fs-storage.ts';
import type { Config } from './config.ts';
import { mailHandlers } from './mail-handlers.ts';
import { mountProbes } from './metrics.ts';

const WEB_DIRECTORY = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const PRODUCT_TOKEN = 'VesperBot';
const VERSION = '0.1.0';
/** How long answers may take to end when the site stops. */
const STOP_GRACE_MS = 5000;
const MAX_VIDEO_BYTES = 8 * 1024 ** 3;
/** A video that is in processing for longer than this without a job behind it is abandoned. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** What every process has. */
export interface Base {
  config: Config;
  log: Log;
  clock: Clock;
  pool: pg.Pool;
  db: Db;
  storage: FsStorage;
}

export interface Identity {
  /** What the database calls this process. */
  name: string;
  log: Log;
  onQuery?: (text: string) => void;
}

export function composeBase(
  config: Config,
  connection: pg.PoolConfig,
  { name, log, onQuery }: Identity,
): Base {
  const pool = createPool({
    connection,
    maxConnections: 20,
    applicationName: `vesper-${name}`,
    onIdleError: (error) => log.warn({ err: error }, 'A database connection was lost.'),
  });
  const storage = createFsStorage(path.join(config.dataDir, 'storage'));
  return { config, log, clock: systemClock, pool, db: createDb(pool, onQuery), storage };
}

export interface Web {
  app: FastifyInstance;
  stop(): Promise<void>;
}

export interface WebOptions {
  connection: pg.PoolConfig;
  signingKey: Buffer;
  /** Checks answers against the contract too: for tests. */
  checkOutput?: boolean;
}

/** The site: calls, pages, media. The queue's tables must be there (`prepareQueue`). */
export async function composeWeb(
  base: Base,
  { connection, signingKey, checkOutput = false }: WebOptions,
): Promise<Web> {
  const { config, log, clock, db, storage } = base;
  const { boss, queue } = await composeQueue(connection, log);
  const signer = createMediaSigner(signingKey);
  const addresses = createMediaAddresses(signer, clock);
  const catalogue = { db, addresses };
  const views = createVideoViewCounter({ db, clock, log });
  const keywordViews = createKeywordViewCounter({ db, clock, log });
  const domains = createDomainDirectory(db);
  const adminSessions = createAdminSessions({ db, clock, log });
  const handlers: Handlers = {
    domains: domainRoutes(domains),
    videos: videoRoutes(catalogue, views),
    categories: categoryRoutes(catalogue),
    media: mediaRoutes(addresses, (id) => getVideoRow(db, id)),
    keywords: keywordRoutes(catalogue, keywordViews),
    takedowns: takedownRoutes(createTakedowns({ db, queue, clock, configFor: domains.configFor })),
    admin: adminRoutes(adminSessions),
  };
  const dispatch = createDispatch(handlers, {
    log,
    checkOutput,
    isAdmin: ({ session }) => isAdmin(adminSessions, session.token),
  });
  const app = await createApp({
    log,
    trustProxy: config.trustProxy,
    clientDirectory: path.join(WEB_DIRECTORY, 'client'),
  });
  mountProbes(app, { db, token: config.metricsToken, countMails: () => countUnsentMails(db) });
  mountCalls(app, dispatch, contextOf);
  mountMediaDelivery(app, {
    signer,
    storage,
    clock,
    findPublicFile: async (videoId, purpose) => (await selectPublicFiles(db, videoId))?.[purpose],
  });
  mountSiteFiles(app, domains);
  await mountPages(app, { webDirectory: WEB_DIRECTORY, dispatch, contextOf, log });
  views.start();
  keywordViews.start();
  return {
    app,
    async stop() {
      // Whoever is still in the middle of a long film is cut off; the player asks again.
      const timer = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS);
      await app.close().finally(() => clearTimeout(timer));
      await views.stop();
      await keywordViews.stop();
      await boss.stop({ graceful: false });
    },
  };
}

export type WorkerTuning = Partial<Pick<SafeFetchSettings, 'limits' | 'connectTimeoutMs' | 'resolveHost'>>;

export interface Worker {
  stop(): Promise<void>;
}

const ALL_JOBS = [
  crawlJob,
  downloadJob,
  dailyCrawlJob,
  requeueJob,
  relatedJob,
  facetViewsJob,
  searchRanksJob,
  searchDocumentsJob,
  placeholdersJob,
  forgetVisitorsJob,
  forgetSessionsJob,
  cleanStorageJob,
  sendMailJob,
  mailOutboxJob,
] as JobDefinition<never>[];

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
  const fetch = createSafeFetch({
    allow: config.outboundAllow,
    userAgent: `${PRODUCT_TOKEN}/${VERSION} (${config.crawlerContact})`,
    ...tuning,
  });
  const queue = createQueue(boss);
  await queue.send(base.db, requeueJob, {});
  await queue.send(base.db, mailOutboxJob, {});
  const handlers = [...jobHandlers(base, queue, fetch), ...mailHandlers(base, queue)];
  const runner = await runJobs(boss, handlers, { log, timeZone: config.timeZone });
  return { stop: () => runner.stop().finally(() => fetch.close()) };
}

/** Puts jobs into the queue without running any: for the command line. */
export async function composeQueue(
  connection: pg.PoolConfig,
  log: Log,
): Promise<{ boss: PgBoss; queue: Queue }> {
  const boss = createBoss({ connection, log, worker: false });
  await boss.start();
  return { boss, queue: createQueue(boss) };
}

/** Makes the queue's own tables, so that jobs can be put in before the first worker starts. */
export async function prepareQueue(connection: pg.PoolConfig, log: Log): Promise<void> {
  const boss = createBoss({ connection, log, worker: true });
  await boss.start();
  await ensureQueues(boss, ALL_JOBS);
  await boss.stop({ graceful: false });
}

export function cleanNow(base: Base, signal: AbortSignal, minAgeMs?: number): Promise<CleaningReport> {
  const { db, storage, clock } = base;
  return deleteAbandonedVideos(db, new Date(clock.now().getTime() - ABANDONED_MS)).then(() =>
    cleanStorage(
      {
        storage,
        workDirectory: workDirectory(base),
        namedKeys: (keys) => selectNamedKeys(db, keys),
        openJobs: (ids) => selectOpenIds(db, ids),
        now: clock.now(),
        signal,
      },
      minAgeMs,
    ),
  );
}

/** Which function does which job. */
function jobHandlers(base: Base, queue: Queue, fetch: SafeFetch): JobHandler[] {
  const { db, clock, storage, log } = base;
  const robots = createRobotsCache({ fetch, clock, productToken: PRODUCT_TOKEN });
  const crawler: Crawler = { db, queue, fetch, robots, clock };
  const pipeline: Pipeline = {
    ...crawler,
    storage,
    workDirectory: workDirectory(base),
    maxVideoBytes: MAX_VIDEO_BYTES,
  };
  return [
    handle(crawlJob, ({ runId }, { signal }) => crawlSources(crawler, runId, signal)),
    handle(downloadJob, ({ downloadJobId }, context) => bringVideo(pipeline, downloadJobId, context)),
    handle(dailyCrawlJob, () => startDailyCrawl(crawler, log)),
    handle(requeueJob, (_data, { signal }) => requeueOpen(db, queue, signal)),
    handle(relatedJob, ({ videoId }) => refreshRelated(db, videoId)),
    handle(facetViewsJob, (_data, { signal }) => refreshViewedFacets(db, signal)),
    handle(searchRanksJob, async (_data, { signal }) => {
      await refreshFacetViews(db, signal);
      await refreshSearchRanks(db, signal);
    }),
    handle(searchDocumentsJob, (_data, { signal }) => remakeStaleDocuments(db, signal)),
    handle(placeholdersJob, (_data, context) => fillPlaceholders(db, storage, context)),
    handle(forgetVisitorsJob, () => forgetVisitors(db, clock.now())),
    handle(forgetSessionsJob, () => forgetSessions(db, clock.now())),
    handle(cleanStorageJob, async (_data, { signal }) => {
      log.info(await cleanNow(base, signal), 'The storage was cleaned.');
    }),
  ];
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

function workDirectory({ config }: Base): string {
  return path.join(config.dataDir, 'work');
}
