import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { sitemapCrawlRoutes } from '../features/crawler/index.ts';
import { createDomainDirectory, domainRoutes, mountSiteFiles } from '../features/domains/index.ts';
import { createKeywordViewCounter, keywordRoutes } from '../features/keywords/index.ts';
import { ledgerRoutes } from '../features/ledger/index.ts';
import { countUnsentMails } from '../features/mail/index.ts';
import { createManners, createRobotsCache } from '../features/manners/index.ts';
import {
  createMediaAddresses,
  createMediaSigner,
  mediaRoutes,
  mountMediaDelivery,
} from '../features/media/index.ts';
import { createTakedowns, takedownRoutes } from '../features/takedowns/index.ts';
import {
  categoryRoutes,
  createVideoViewCounter,
  getVideoRow,
  selectPublicFiles,
  videoRoutes,
} from '../features/videos/index.ts';
import { contextOf, createApp } from '../http/app.ts';
import { createDispatch, type Handlers, mountCalls } from '../http/mount.ts';
import { mountPages } from '../http/ssr.ts';
import type { Base } from './compose.ts';
import { composeQueue } from './compose-queue.ts';
import { mountProbes } from './metrics.ts';
import { createOutboundFetch, PRODUCT_TOKEN } from './outbound.ts';

const WEB_DIRECTORY = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** How long answers may take to end when the site stops. */
const STOP_GRACE_MS = 5000;

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
  const fetch = createOutboundFetch(config);
  const robots = createRobotsCache({ fetch, clock, productToken: PRODUCT_TOKEN });
  const manners = createManners({ fetch, robots });
  const handlers: Handlers = {
    domains: domainRoutes(domains),
    videos: videoRoutes(catalogue, views),
    categories: categoryRoutes(catalogue),
    media: mediaRoutes(addresses, (id) => getVideoRow(db, id)),
    keywords: keywordRoutes(catalogue, keywordViews),
    ledger: ledgerRoutes(db),
    sitemapCrawls: sitemapCrawlRoutes({ db, queue, clock, manners }),
    takedowns: takedownRoutes(createTakedowns({ db, queue, clock, configFor: domains.configFor })),
  };
  const dispatch = createDispatch(handlers, { log, checkOutput });
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
      await fetch.close();
      await boss.stop({ graceful: false });
    },
  };
}
