import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordActs } from '@vesper/access/audit';
import { actorOf } from '@vesper/access/sessions';
import { actorOfToken } from '@vesper/access/tokens';
import { type Feature, gatherCalls } from '@vesper/core/feature.ts';
import { contextOf, createApp } from '@vesper/core/http/app.ts';
import { createDispatch, type FindActor, mountCalls } from '@vesper/core/http/mount.ts';
import type { RenderPage } from '@vesper/core/http/page-renderer.ts';
import { mountPages } from '@vesper/core/http/ssr.ts';
import { directOrigin } from '@vesper/library/media';
import { createOldAddresses } from '@vesper/library/old-addresses';
import { videosNamedIn } from '@vesper/library/videos';
import { selectFigures } from '@vesper/site/operation';
import type { FastifyInstance } from 'fastify';
import { FEATURES } from '../features.ts';
import type { Base } from './compose.ts';
import { createOwnFigures, createSiteFigures, type Figures, figuresOfWorker } from './figures.ts';
import { mountProbes } from './metrics.ts';
import { composeSiteParts, type SiteOptions } from './site-parts.ts';

const WEB_DIRECTORY = fileURLToPath(new URL('../../web/dist', import.meta.url));
const STOP_GRACE_MS = 5000;

export interface Web {
  app: FastifyInstance;
  figures(): Promise<Figures>;
  stop(): Promise<void>;
}

export interface WebOptions extends SiteOptions {
  checkOutput?: boolean;
  processes?: { most: number; figures: () => Promise<Figures[]> };
}

/** All features' calls and routes, and the pages. Needs `prepareQueue`. */
export async function composeWeb(
  base: Base,
  { checkOutput = false, processes, ...options }: WebOptions,
): Promise<Web> {
  const { config, log, tracing, clock, db, storages } = base;
  const own = createOwnFigures('web', base.pool);
  const {
    parts: siteParts,
    stopping,
    close,
  } = await composeSiteParts(base, {
    ...options,
    onRequest: own.onRequest,
  });
  // Pages are made of calls, and one call renders a page.
  const pages = Promise.withResolvers<RenderPage>();
  const renderPage: RenderPage = async (page) => (await pages.promise)(page);
  const { adminSessions, audit } = siteParts;
  // A token excludes a session.
  const findActor: FindActor = ({ session, bearer }) =>
    bearer === undefined ? actorOf(adminSessions, session.token) : actorOfToken({ db, clock }, bearer);
  const parts = { ...siteParts, renderPage, findActor };
  const features: readonly Feature<typeof parts>[] = FEATURES;
  const calls = gatherCalls(FEATURES, parts);
  const dispatch = createDispatch(calls, { log, checkOutput, findActor, recordAct: recordActs(audit) });
  const app = await createApp({
    ...{ log, tracing },
    trustProxy: config.trustProxy,
    clientDirectory: path.join(WEB_DIRECTORY, 'client'),
    frameOrigins: config.embedProviders.origins,
    ...{ hsts: config.hsts, maxConnections: mostOfEach(config.maxConnections, processes?.most ?? 1) },
  });
  mountProbes(app, {
    ...{ db, token: config.metricsToken, isBehindProxy: config.trustProxy !== false },
    ...{ look: parts.look, own, registry: createSiteFigures(features, parts) },
    figuresOfAll: async () => [
      ...(await (processes?.figures() ?? [await own.read()])),
      ...(await selectFigures<Figures>(db).catch(() => [])).map(figuresOfWorker),
    ],
  });
  mountCalls(app, { dispatch, findActor, contextOf, sharesAnswers: options.sharesAnswers });
  for (const { mount } of features) mount?.(app, parts);
  pages.resolve(
    await mountPages(app, {
      webDirectory: WEB_DIRECTORY,
      frameOrigins: config.embedProviders.origins,
      mediaOrigin: config.delivery.isDirect ? await directOrigin(storages, clock) : undefined,
      ...{ dispatch, contextOf, findActor, log, siteOf: parts.siteOf, counts: parts.counts },
      ...createOldAddresses(parts),
      isEngine: ({ ip, headers }) =>
        parts.crawlers.verifyForPage({ address: ip, userAgent: headers['user-agent'] ?? '' }),
      onPage: own.onPage,
      // Runs each second, not among a request's queries.
      shown: { namesIn: videosNamedIn, findShown: parts.publicMedia.findVisible },
      forms: features.flatMap(({ forms }) => forms?.(parts) ?? []),
    }),
  );
  return {
    app,
    figures: own.read,
    async stop() {
      stopping.abort(new Error('The site is stopping.'));
      // Cuts off long transfers; players ask again.
      const timer = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS);
      await app.close().finally(() => clearTimeout(timer));
      await close();
    },
  };
}

/** Twice a fair share: the kernel distributes unevenly, and to fewer processes while one restarts. */
function mostOfEach(most: number, processes: number): number {
  return Math.min(most, Math.ceil((2 * most) / processes));
}
