import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { auditRoutes, recordActs, recordEvent } from '../access/audit/index.ts';
import {
  accountRoutes,
  actorOf,
  administratorRoutes,
  adminRoutes,
  adminSessionRoutes,
  createAdminSessions,
  standingSessions,
} from '../access/sessions/index.ts';
import { actorOfToken, tokenRoutes } from '../access/tokens/index.ts';
import { catalogueRoutes } from '../desk/catalogue/index.ts';
import { clearingRoutes } from '../desk/clearing/index.ts';
import { duplicateRoutes } from '../desk/duplicates/index.ts';
import { createTakedowns, takedownRoutes } from '../desk/takedowns/index.ts';
import {
  crawlerRoutes,
  crawlerRuns,
  createSourceLooks,
  dryRun,
  sitemapCrawlRoutes,
} from '../intake/crawler/index.ts';
import { downloadRoutes } from '../intake/downloads/index.ts';
import { ledgerRoutes } from '../intake/ledger/index.ts';
import { createManners, mountBotPage, type Pace } from '../intake/manners/index.ts';
import { sourceRoutes } from '../intake/sources/index.ts';
import { contextOf, createApp } from '../kernel/http/app.ts';
import { createDispatch, type FindActor, type Handlers, mountCalls } from '../kernel/http/mount.ts';
import { mountPages } from '../kernel/http/ssr.ts';
import { PRODUCT_TOKEN } from '../kernel/lib/product-token.ts';
import { deriveKey } from '../kernel/lib/sealing.ts';
import {
  createMediaAddresses,
  createMediaSigner,
  directOrigin,
  mediaRoutes,
  mountMediaDelivery,
  mountReviews,
  selectFilmToReview,
} from '../library/media/index.ts';
import { topicRoutes } from '../library/topics/index.ts';
import {
  categoryRoutes,
  createCatalogue,
  createVideoViewCounter,
  getVideoRow,
  selectPublicFiles,
  selectVisibleIds,
  videoRoutes,
} from '../library/videos/index.ts';
import { apiDocumentRoutes } from '../site/api-document/index.ts';
import {
  createDomainDirectory,
  domainRoutes,
  domainSettingsRoutes,
  mountSiteFiles,
} from '../site/domains/index.ts';
import { createChangeFeed, mountEvents, pathsOfTables } from '../site/live/index.ts';
import { countUnsentMails, mailRoutes } from '../site/mail/index.ts';
import { operationRoutes, operationState } from '../site/operation/index.ts';
import { statisticsRoutes } from '../site/statistics/index.ts';
import { healthRoutes } from '../upkeep/health/index.ts';
import { jobTimelineRoutes } from '../upkeep/job-timelines/index.ts';
import { mediaJobRoutes } from '../upkeep/media-jobs/index.ts';
import { createKeywordViewCounter, keywordRoutes } from '../words/keywords/index.ts';
import { languageRoutes } from '../words/languages/index.ts';
import { translationRoutes } from '../words/translations/index.ts';
import { auditSettings } from './audited-command.ts';
import type { Base } from './compose.ts';
import { composeQueue } from './compose-queue.ts';
import { watchDisks } from './disks.ts';
import { EMPTIED, FEATURES } from './features.ts';
import { listSettings } from './list-settings.ts';
import { mountProbes } from './metrics.ts';
import { crawlerUserAgent, createOutboundFetch, type OutboundTuning } from './outbound.ts';
import { composeTranslator } from './translator.ts';
import { composeYtdlp, requireYtdlp } from './ytdlp.ts';

const WEB_DIRECTORY = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** Proxies before a site give up after 30 s or more. */
const BATCH_WAIT_MS = 15_000;
/** How long answers may take to end when the site stops. */
const STOP_GRACE_MS = 5000;

/** Another word here, and no authenticator app that was set up before is known any more. */
const SEALING_PURPOSE = 'vesper second factor';

export interface Web {
  app: FastifyInstance;
  stop(): Promise<void>;
}

export interface WebOptions {
  connection: pg.PoolConfig;
  signingKey: Buffer;
  /** Checks answers against the contract too: for tests. */
  checkOutput?: boolean;
  /** What tests set otherwise. */
  tuning?: OutboundTuning & { pace?: Partial<Pace>; batchWaitMs?: number };
}

/** The site: calls, pages, media. The queue's tables must be there (`prepareQueue`). */
export async function composeWeb(
  base: Base,
  {
    connection,
    signingKey,
    checkOutput = false,
    tuning: { pace, batchWaitMs = BATCH_WAIT_MS, ...outbound } = {},
  }: WebOptions,
): Promise<Web> {
  const { config, log, clock, db, storages } = base;
  const { boss, queue } = await composeQueue(connection, log);
  const signer = createMediaSigner(signingKey);
  const addresses = createMediaAddresses(signer, clock, config.embedProviders);
  const catalogue = createCatalogue(db, addresses);
  const views = createVideoViewCounter({ db, clock, log });
  const keywordViews = createKeywordViewCounter({ db, clock, log });
  const domains = createDomainDirectory(db);
  const audit = auditSettings(base);
  const adminSessions = createAdminSessions({
    ...{ db, clock, log, recordEvent: (event) => recordEvent(audit, event) },
    sealingKey: deriveKey(signingKey, SEALING_PURPOSE),
    siteName: async (hostname) => (await domains.configFor(hostname)).siteName,
  });
  const userAgent = crawlerUserAgent(config, await domains.configFor(''));
  const fetch = createOutboundFetch(config, userAgent, outbound);
  const manners = createManners({ db, fetch, productToken: PRODUCT_TOKEN, pace });
  // Here it is only asked whether it is there.
  const ytdlp = composeYtdlp(config, userAgent);
  const mediaOrigin = config.delivery.isDirect ? await directOrigin(storages, clock) : undefined;
  const translation = composeTranslator(config, userAgent, outbound);
  const disks = watchDisks(config);
  const stopping = new AbortController();
  const { translator } = translation;
  const desk = { db, queue, translator, waitMs: batchWaitMs, signal: stopping.signal };
  const sources = { db, queue, clock, requireYtdlp: () => requireYtdlp(ytdlp) };
  const looks = createSourceLooks({ db, clock, manners }, sources);
  const handlers: Handlers = {
    admin: adminRoutes(adminSessions),
    account: accountRoutes(adminSessions),
    administrators: administratorRoutes(adminSessions),
    adminSessions: adminSessionRoutes(adminSessions),
    domains: domainRoutes(domains),
    domainSettings: domainSettingsRoutes(db),
    settings: { list: async () => listSettings(config) },
    videos: videoRoutes(catalogue, views),
    categories: categoryRoutes(db),
    catalogue: {
      ...catalogueRoutes({ ...base, queue, addresses, signer, rendersByDefault: config.hls }),
      ...clearingRoutes({ db, queue, emptied: EMPTIED }),
    },
    media: mediaRoutes(addresses, (id) => getVideoRow(db, id)),
    mediaJobs: mediaJobRoutes({ db, storages }),
    downloads: downloadRoutes({ db, clock }),
    keywords: keywordRoutes(db, catalogue, keywordViews),
    languages: languageRoutes(db),
    translations: translationRoutes(desk),
    jobs: jobTimelineRoutes({ db, clock }),
    crawler: crawlerRoutes(crawlerRuns({ ...base, queue })),
    sources: {
      ...sourceRoutes(sources, looks.lookAt),
      look: looks.look,
      dryRun: ({ id }) => dryRun({ db, clock, manners }, id),
    },
    duplicates: duplicateRoutes({ db, queue, clock }, (hostname) => addresses.forHost(hostname).thumbnailUrl),
    health: healthRoutes({ db, queue, clock, storages }),
    ledger: ledgerRoutes(db),
    mails: mailRoutes({ db, isSetUp: config.smtp !== undefined }),
    operation: operationRoutes({ db, disks }),
    statistics: statisticsRoutes({ db, clock }),
    sitemapCrawls: sitemapCrawlRoutes({ db, clock, manners }),
    topics: topicRoutes({ db, queue }),
    takedowns: takedownRoutes(
      createTakedowns({ db, queue, clock, configFor: domains.configFor }),
      (hostname) => addresses.forHost(hostname).thumbnailUrl,
    ),
    audit: auditRoutes(db),
    tokens: tokenRoutes({ db, clock }),
    apiDocument: apiDocumentRoutes(),
  };
  // Whoever sends a token is known by it alone: a session beside it does not help.
  const findActor: FindActor = ({ session, bearer }) =>
    bearer === undefined ? actorOf(adminSessions, session.token) : actorOfToken({ db, clock }, bearer);
  const recordAct = recordActs(audit);
  const dispatch = createDispatch(handlers, { log, checkOutput, findActor, recordAct });
  const app = await createApp({
    log,
    trustProxy: config.trustProxy,
    clientDirectory: path.join(WEB_DIRECTORY, 'client'),
    frameOrigins: config.embedProviders.origins,
    ...{ hsts: config.hsts, maxConnections: config.maxConnections },
  });
  mountProbes(app, {
    ...{ db, token: config.metricsToken, isBehindProxy: config.trustProxy !== false },
    countMails: () => countUnsentMails(db),
    operation: () => operationState(db, disks),
  });
  mountCalls(app, { dispatch, findActor, contextOf });
  const feed = createChangeFeed({ pathsOfTables: pathsOfTables(FEATURES), connection, pool: base.pool, log });
  // An open tab alone does not keep a session from being idle.
  // Who shows a token is known by that alone, here as in every call.
  const lookAtActor: FindActor = async ({ session, bearer }) =>
    bearer === undefined ? actorOf(adminSessions, session.token, { isActivity: false }) : undefined;
  mountEvents(app, { feed, findActor: lookAtActor, contextOf });
  mountMediaDelivery(app, {
    signer,
    storages,
    clock,
    log,
    findPublicFiles: (videoId, wanted) => selectPublicFiles(db, videoId, wanted),
    findVisible: (videoIds) => selectVisibleIds(db, videoIds),
    ...config.delivery,
  });
  mountReviews(app, {
    ...{ signer, storages, clock, log, contextOf },
    findFilm: (videoId) => selectFilmToReview(db, videoId),
    // Whoever shows a token is known by that alone, and has no session.
    findActor: async ({ session, bearer }) =>
      bearer === undefined ? actorOf(adminSessions, session.token) : undefined,
    findSessions: (sessionIds) => standingSessions(adminSessions, sessionIds),
  });
  mountSiteFiles(app, domains);
  mountBotPage(app, {
    configFor: domains.configFor,
    userAgent: async () => crawlerUserAgent(config, await domains.configFor('')),
    productToken: PRODUCT_TOKEN,
  });
  await mountPages(app, {
    webDirectory: WEB_DIRECTORY,
    frameOrigins: config.embedProviders.origins,
    ...{ dispatch, contextOf, findActor, log, mediaOrigin },
  });
  views.start();
  keywordViews.start();
  return {
    app,
    async stop() {
      stopping.abort(new Error('The site is stopping.'));
      // Whoever is still in the middle of a long film is cut off; the player asks again.
      const timer = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS);
      await app.close().finally(() => clearTimeout(timer));
      await views.stop();
      await keywordViews.stop();
      await feed.stop();
      await fetch.close();
      await translation.close();
      await boss.stop({ graceful: false });
    },
  };
}
