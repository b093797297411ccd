import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, isPrivatePage, pageAddress, pageHref } from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Counts } from '../lib/counts.ts';
import { faultsOf } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { mountAdminPages } from './admin-pages.ts';
import { errorBody, errorStatus, isUnavailable } from './errors.ts';
import { createLastPages, type LastPagesOptions } from './last-pages.ts';
import { leadOn, leadToNewAddress } from './lead-on.ts';
import type { CallContext, Dispatch, FindActor } from './mount.ts';
import { originOf } from './origin.ts';
import { createPageCache, type PageSource, preparePage, type RenderedPage } from './page-cache.ts';
import { mountPageForms, type PageForm, type Refused } from './page-forms.ts';
import { PLAIN_FRAME_POLICY, plainFrame, plainPage } from './plain-page.ts';
import { isKnown } from './preconditions.ts';
import { pagePolicy } from './security-headers.ts';
import { noCookie } from './token-cookie.ts';

/** The exports of web's built bundle: all that the server knows of web. */
interface WebBundle {
  renderPage(request: {
    url: string;
    origin: string;
    isForeign: boolean;
    isForEngine: boolean;
    client: Client;
    assets: unknown;
    embedAssets: unknown;
    /** Shows a form again, with what was typed and what was wrong. */
    refused?: Refused;
  }): Promise<{
    status: number;
    location?: string;
    html: string;
    cspScriptHashes: string[];
    cspStyleHashes: string[];
    frameAncestors?: string;
  }>;
  assetsFromManifest(manifest: unknown): unknown;
  embedAssetsFromManifest(manifest: unknown): unknown;
  renderAdminPage(request: {
    client: Client;
    assets: unknown;
  }): Promise<{ html: string; cspScriptHashes: string[]; cspStyleHashes: string[] }>;
  adminAssetsFromManifest(manifest: unknown): unknown;
}

/** The site whose page a request asks for. */
export interface PageSite {
  /** Its own, which pages are named by. */
  origin: string;
  /** Whether the request came by the site's own name. Otherwise the page is kept out of search engines. */
  isOwn: boolean;
  /** Whether the visitor is redirected to the site's own name instead. */
  isLedOn: boolean;
}

/** A page as a search engine is given it. */
export interface RenderedForEngine {
  status: number;
  /** Where a redirect leads. */
  location?: string;
  html: string;
}

/** Renders a page for a search engine without a request: `host` and `origin` are a domain's own, `path` with the query. */
export type RenderPage = (page: { host: string; origin: string; path: string }) => Promise<RenderedForEngine>;

export interface SsrOptions {
  log: Log;
  /** web's `dist` folder. */
  webDirectory: string;
  dispatch: Dispatch;
  contextOf: (request: FastifyRequest, reply?: FastifyReply) => CallContext;
  siteOf: (request: FastifyRequest) => Promise<PageSite>;
  /** Where a request for a page that does not exist is led instead, if that is known. */
  newAddressOf: (request: FastifyRequest) => Promise<string | undefined>;
  /** Whether a search engine's own crawler asks: it cannot answer the age gate, so its pages are without. */
  isEngine: (request: FastifyRequest) => Promise<boolean>;
  findActor: FindActor;
  /** An additional origin of files: a bucket's. */
  mediaOrigin: string | undefined;
  /** The origins whose players may run in pages. */
  frameOrigins: readonly string[];
  forms: readonly PageForm[];
  counts: Counts;
  /** What keeps pages for when the database is away. */
  shown: Pick<LastPagesOptions, 'namesIn' | 'findShown'>;
  /** Told of every page that is asked of the cache. */
  onPage?: (result: 'hit' | 'miss') => void;
}

/**
 * Serves every remaining address as a page, rendered from the same calls as in the browser. Returns what renders one
 * without a request.
 */
export async function mountPages(app: FastifyInstance, options: SsrOptions): Promise<RenderPage> {
  const bundle = await loadBundle(options.webDirectory);
  const assets = bundle.assetsFromManifest(readManifest(options.webDirectory, 'client'));
  const embedAssets = bundle.embedAssetsFromManifest(readManifest(options.webDirectory, 'client/embed'));
  const cache = createPageCache(undefined, options.onPage);
  const lastPages = createLastPages({ ...options.shown, faults: faultsOf(options.log) });
  app.addHook('onClose', async () => lastPages.stop());
  const policyOf = (scripts: string[], styles: string[], ancestors?: string) =>
    pagePolicy({ scripts, styles, frames: options.frameOrigins, bucket: options.mediaOrigin, ancestors });

  app.get(
    '/*',
    {
      // Pages are packed by the cache.
      compress: false,
      errorHandler: (error, { url }, reply) =>
        url.startsWith(pageHref.embed('')) ? answerWithFrame(error, reply) : answerWithPage(error, reply),
    },
    async (request, reply) => {
      // Each request would wait for a database that is silent.
      if (lastPages.isAway() && (await sendLast(request, reply))) return reply;
      try {
        return await answer(request, reply);
      } catch (error) {
        if (isUnavailable(error) && (await sendLast(request, reply))) return reply;
        throw error;
      }
    },
  );

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { origin, isOwn, isLedOn } = await options.siteOf(request);
    if (isLedOn) return leadOn(request, reply, origin);
    const site = { origin, isOwn, isForEngine: await options.isEngine(request) };
    if (isPrivatePage(request.url)) return sendPage(request, reply, preparePage(await render(request, site)));
    // The same by every name that is not the site's own.
    const key = [isOwn ? 'own' : 'foreign', site.isForEngine ? 'engine' : 'visitor', origin];
    let source: PageSource | undefined;
    const page = await cache.get(`${key.join(' ')} ${pageAddress(request.url)}`, async () => {
      source = await render(request, site);
      return source;
    });
    if (source?.isKept && !site.isForEngine) {
      if (source.isWanted) lastPages.keep(lastKey(request), page, source.html);
      else lastPages.forget(lastKey(request));
    }
    // Looked for by its whole query, of which pages read only a part: so none is kept with the page.
    const newAddress = isNowhere(page) ? await options.newAddressOf(request) : undefined;
    return newAddress === undefined
      ? sendPage(request, reply, page, site)
      : leadToNewAddress(reply, newAddress);
  }

  /** Sends a page as it was last rendered, if there is one. A search engine can come again, and is to see no age gate. */
  async function sendLast(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (await options.isEngine(request)) return false;
    const last = lastPages.instead(lastKey(request));
    if (!last) return false;
    reply.header('age', last.ageSeconds);
    await sendPage(request, reply, last.page, { isLast: true });
    return true;
  }

  mountPageForms(app, {
    ...{ forms: options.forms, dispatch: options.dispatch, contextOf: options.contextOf, answerWithPage },
    counts: options.counts,
    async showAgain(request, reply, refused) {
      const page = await render(request, await options.siteOf(request), refused);
      const status = page.status === 200 ? refused.status : page.status;
      return sendPage(request, reply, preparePage({ ...page, status }));
    },
  });

  const adminAssets = bundle.adminAssetsFromManifest(readManifest(options.webDirectory, 'client/admin'));
  mountAdminPages(app, {
    contextOf: options.contextOf,
    findActor: options.findActor,
    answerWithPage,
    async render(request) {
      const client = inProcessClient(options.dispatch, options.contextOf(request));
      const page = await bundle.renderAdminPage({ client, assets: adminAssets });
      const policy = pagePolicy({
        ...{ scripts: page.cspScriptHashes, styles: page.cspStyleHashes, frames: options.frameOrigins },
        bucket: options.mediaOrigin,
      });
      return { html: page.html, policy };
    },
  });

  async function render(
    request: FastifyRequest,
    { origin, isOwn, isForEngine = false }: Pick<PageSite, 'origin' | 'isOwn'> & { isForEngine?: boolean },
    refused?: Refused,
  ) {
    const client = inProcessClient(options.dispatch, options.contextOf(request));
    const { cspScriptHashes, cspStyleHashes, frameAncestors, ...rendered } = await bundle.renderPage({
      ...{ url: pageAddress(request.url), origin, isForeign: !isOwn, isForEngine },
      ...{ client, assets, embedAssets },
      ...(refused ? { refused } : {}),
    });
    const policy = policyOf(cspScriptHashes, cspStyleHashes, frameAncestors);
    const isWanted = rendered.status === 200 && isOwn;
    // A frame of another site lives long enough: a takedown is to reach the next one that opens.
    return { ...rendered, isWanted, isKept: frameAncestors === undefined, policy };
  }

  function answerWithPage(error: unknown, reply: FastifyReply, pageOf = plainPage) {
    const body = errorBody(error, options.log);
    return reply.code(errorStatus(body)).type('text/html; charset=utf-8').send(pageOf(body.message));
  }
  function answerWithFrame(error: unknown, reply: FastifyReply) {
    return answerWithPage(error, reply.header('content-security-policy', PLAIN_FRAME_POLICY), plainFrame);
  }

  return ({ host, origin, path }) => {
    const client = inProcessClient(options.dispatch, engineContext(host));
    return bundle.renderPage({
      url: pageAddress(path),
      origin,
      isForeign: false,
      isForEngine: true,
      client,
      assets,
      embedAssets,
    });
  };
}

/** Nobody, by a domain's own name; a robot's, so that no view is counted. */
function engineContext(host: string): CallContext {
  return {
    hostname: host.replace(/:\d+$/, ''),
    host,
    visitor: { address: '127.0.0.1', userAgent: '' },
    ...{ session: noCookie, browser: noCookie, bearer: undefined },
  };
}

/** The typed client without a network: calls the same dispatch as HTTP. */
function inProcessClient(dispatch: Dispatch, context: CallContext): Client {
  return createClient(async ({ call, input }) => {
    const { status, body } = await dispatch(call, input, { ...context, isForPage: true });
    return status === 200
      ? { status, bodyText: '', value: body }
      : { status, bodyText: JSON.stringify(body) };
  });
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { isForEngine = false, isLast = false } = {},
) {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding')
    .headers(
      isLast ? { etag: page.etag, 'cache-control': 'no-store' } : cachingOf(request, page, isForEngine),
    );
  if (page.location) return reply.code(page.status).header('location', page.location).send();
  if (page.status === 200 && isKnown(request.headers['if-none-match'], page.etag))
    return reply.code(304).send();
  const { encoding, body } = await page.encoded(request.headers['accept-encoding'] ?? '');
  if (encoding) reply.header('content-encoding', encoding);
  return reply.code(page.status).send(body);
}

function cachingOf(
  { method, url }: FastifyRequest,
  { etag }: RenderedPage,
  isForEngine: boolean,
): Record<string, string> {
  if (isPrivatePage(url))
    return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
  if (method === 'POST') return { 'cache-control': 'no-store' };
  // A shared cache would give it to visitors, who would see no age gate.
  if (isForEngine) return { etag, 'cache-control': 'private, max-age=0, must-revalidate' };
  // The same for every visitor; shared caches may keep it only briefly, because of takedowns.
  return { etag, 'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate' };
}

/** Without asking the database: the site that a request asks for, and its address there. */
function lastKey(request: FastifyRequest): string {
  return `${originOf(request)} ${pageAddress(request.url)}`;
}

function isNowhere({ status }: RenderedPage): boolean {
  return status === 404 || status === 400;
}

async function loadBundle(webDirectory: string): Promise<WebBundle> {
  const file = path.join(webDirectory, 'server', 'entry-server.js');
  try {
    return (await import(pathToFileURL(file).href)) as WebBundle;
  } catch (error) {
    throw new Error(`The pages are not built (${file}): run script/bootstrap.`, { cause: error });
  }
}

function readManifest(webDirectory: string, build: string): unknown {
  return JSON.parse(readFileSync(path.join(webDirectory, build, '.vite', 'manifest.json'), 'utf8'));
}
