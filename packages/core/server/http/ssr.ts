import { isPrivatePage, pageAddress, pageHref } from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Counts } from '../lib/counts.ts';
import { faultsOf } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { mountAdminPages } from './admin-pages.ts';
import { errorBody, errorStatus, isUnavailable } from './errors.ts';
import { createLastPages, type LastPagesOptions } from './last-pages.ts';
import type { CallContext, FindActor } from './mount.ts';
import { originOf } from './origin.ts';
import { createPageCache, type PageSource, preparePage, type RenderedPage } from './page-cache.ts';
import { mountPageForms, type PageForm } from './page-forms.ts';
import {
  createPageRenderer,
  type PageRenderer,
  type RendererOptions,
  type RenderPage,
} from './page-renderer.ts';
import { isKnown } from './preconditions.ts';
import { redirectForGood, redirectToSite } from './redirect.ts';
import { sharedFor, sharedForASecond } from './shared-second.ts';
import { PLAIN_FRAME_POLICY, plainFrame, plainPage } from './unreadable-requests.ts';

export interface PageSite {
  origin: string;
  /** Requested by the site's own name; otherwise kept out of search engines. */
  isOwn: boolean;
  isRedirected: boolean;
}

export interface SsrOptions extends RendererOptions {
  log: Log;
  contextOf: (request: FastifyRequest, reply?: FastifyReply) => CallContext;
  siteOf: (request: FastifyRequest) => Promise<PageSite>;
  newAddressOf: (request: FastifyRequest) => Promise<string | undefined>;
  /** A search engine's crawler: it cannot answer the age gate, so its pages have none. */
  isEngine: (request: FastifyRequest) => Promise<boolean>;
  findActor: FindActor;
  forms: readonly PageForm[];
  counts: Counts;
  shown: Pick<LastPagesOptions, 'namesIn' | 'findShown'>;
  onPage?: (result: 'hit' | 'miss') => void;
}

/** Serves every remaining address as a page. Returns a renderer that needs no request. */
export async function mountPages(app: FastifyInstance, options: SsrOptions): Promise<RenderPage> {
  const { dispatch, contextOf, siteOf, findActor, forms, counts, log } = options;
  const renderer = await createPageRenderer(options);
  const answerWithPage = (error: unknown, reply: FastifyReply, pageOf = plainPage) => {
    const body = errorBody(error, log);
    return reply.code(errorStatus(body)).type('text/html; charset=utf-8').send(pageOf(body.message));
  };
  const answerWithFrame = (error: unknown, reply: FastifyReply) =>
    answerWithPage(error, reply.header('content-security-policy', PLAIN_FRAME_POLICY), plainFrame);

  app.get(
    '/*',
    {
      // The page cache compresses.
      compress: false,
      errorHandler: (error, { url }, reply) =>
        url.startsWith(pageHref.embed('')) ? answerWithFrame(error, reply) : answerWithPage(error, reply),
    },
    createPageAnswers(app, options, renderer),
  );
  mountPageForms(app, {
    ...{ forms, dispatch, contextOf, answerWithPage, counts },
    async showAgain(request, reply, refused) {
      const page = await renderer.page(request, await siteOf(request), refused);
      const status = page.status === 200 ? refused.status : page.status;
      return sendPage(request, reply, preparePage({ ...page, status }));
    },
  });
  mountAdminPages(app, { contextOf, findActor, answerWithPage, render: renderer.adminPage });
  return renderer.forEngine;
}

function createPageAnswers(app: FastifyInstance, options: SsrOptions, renderer: PageRenderer) {
  const cache = createPageCache({ onAsked: options.onPage });
  const lastPages = createLastPages({ ...options.shown, faults: faultsOf(options.log) });
  app.addHook('onClose', async () => lastPages.stop());

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const startedAt = Date.now();
    const { origin, isOwn, isRedirected } = await options.siteOf(request);
    if (isRedirected) return redirectToSite(request, reply, origin);
    const site = { origin, isOwn, isForEngine: await options.isEngine(request) };
    if (isPrivatePage(request.url))
      return sendPage(request, reply, preparePage(await renderer.page(request, site)));
    // Equal for all names that are not the site's own.
    const key = [isOwn ? 'own' : 'foreign', site.isForEngine ? 'engine' : 'visitor', origin];
    let source: PageSource | undefined;
    const page = await cache.get(`${key.join(' ')} ${pageAddress(request.url)}`, async () => {
      source = await renderer.page(request, site);
      return source;
    });
    if (source?.isKept && !site.isForEngine) {
      if (source.isWanted) lastPages.keep(lastKey(request), page);
      else lastPages.forget(lastKey(request));
    }
    // Depends on the whole query, of which pages read only a part: so not cached with the page.
    const newAddress = isNowhere(page) ? await options.newAddressOf(request) : undefined;
    return newAddress === undefined
      ? sendPage(request, reply, page, { ...site, ...(source && { renderedFrom: startedAt }) })
      : redirectForGood(reply, newAddress);
  }

  /** Not for crawlers: they retry, and must not index the age gate. */
  async function sendLast(request: FastifyRequest, reply: FastifyReply): Promise<{ body: Body } | undefined> {
    if (await options.isEngine(request)) return undefined;
    const last = lastPages.instead(lastKey(request));
    if (!last) return undefined;
    reply.header('age', last.ageSeconds);
    return { body: await sendPage(request, reply, last.page, { isLast: true }) };
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    // Otherwise every request waits for the database timeout.
    const last = lastPages.isAway() ? await sendLast(request, reply) : undefined;
    if (last) return last.body;
    try {
      return await answer(request, reply);
    } catch (error) {
      const instead = isUnavailable(error) ? await sendLast(request, reply) : undefined;
      if (!instead) throw error;
      return instead.body;
    }
  };
}

/** Undefined without one: for null, Fastify's answer to HEAD is an error. */
type Body = Buffer | undefined;

/** Returned, not sent: Fastify handles already-sent replies more slowly. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
  { isLast = false, ...caching }: Caching & { isLast?: boolean } = {},
): Promise<Body> {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding')
    .headers(isLast ? { etag: page.etag(), 'cache-control': 'no-store' } : cachingOf(request, page, caching));
  reply.code(page.status);
  if (page.location) {
    reply.header('location', page.location);
    return undefined;
  }
  if (page.status === 200 && isKnown(request.headers['if-none-match'], page.etag())) {
    reply.code(304);
    return undefined;
  }
  const { encoding, body } = await page.encoded(request.headers['accept-encoding'] ?? '');
  if (encoding) reply.header('content-encoding', encoding);
  return body;
}

interface Caching {
  isForEngine?: boolean;
  /** When the request it was rendered for arrived. */
  renderedFrom?: number;
}

function cachingOf(
  { method, url }: FastifyRequest,
  page: RenderedPage,
  { isForEngine, renderedFrom }: Caching,
): Record<string, string> {
  if (isPrivatePage(url))
    return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
  if (method === 'POST') return { 'cache-control': 'no-store' };
  const etag = page.etag();
  // A shared cache would show visitors a page without the age gate.
  if (isForEngine) return { etag, 'cache-control': 'private, max-age=0, must-revalidate' };
  // A cached page: takedowns allow no second on top of ours.
  if (renderedFrom === undefined) return { etag, 'cache-control': sharedFor(0) };
  return { etag, ...sharedForASecond(renderedFrom) };
}

/** Must not query the database. */
function lastKey(request: FastifyRequest): string {
  return `${originOf(request)} ${pageAddress(request.url)}`;
}

function isNowhere({ status }: RenderedPage): boolean {
  return status === 404 || status === 400;
}
