import { type Client, type DomainConfig, isOpenPage, PAGE_PATTERNS } from '@vesper/contract';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { Answers, type PageQuery } from './data/answers.ts';
import { callFailureOf } from './data/call-failure.ts';
import { configQuery, newestVideosQuery } from './data/catalogue-queries.ts';
import { saveAnswers } from './data/saved-answers.ts';
import { goneQuery } from './data/was-there.ts';
import type { AdminAssets, Assets, EmbedAssets } from './document/assets.ts';
import { policyHashes, renderAdminDocument, renderDocument } from './document/document.ts';
import { type Head, headTags, templatedTitle } from './head/head.ts';
import { renderEmbed } from './pages/embed/render-embed.ts';
import { type RefusedForm, saveRefused } from './pages/notice/refused-form.ts';
import { findRoute } from './routes.ts';
import { matchPattern } from './shell/match-pattern.ts';
import type { PageDescription } from './shell/page.ts';

export {
  adminAssetsFromManifest,
  assetsFromManifest,
  embedAssetsFromManifest,
} from './document/assets.ts';

export interface PageRequest {
  /** Path and query of the request, beginning with a slash. */
  url: string;
  /** The domain's own, `https://host`, for absolute addresses. */
  origin: string;
  /** Whether the request came by a name that is not the domain's: search engines are to leave the page out. */
  isForeign?: boolean;
  /** Whether a search engine's own crawler asked: the page is without the age gate, which it cannot answer. */
  isForEngine?: boolean;
  client: Client;
  assets: Assets;
  embedAssets: EmbedAssets;
  /** Shows a form again that was posted to this address. */
  refused?: RefusedForm;
}

export interface RenderedPage {
  status: number;
  /** For a 301: the path of the page. */
  location?: string;
  html: string;
  /** For script-src and style-src, quotes included: `'sha256-…'`. */
  cspScriptHashes: string[];
  cspStyleHashes: string[];
  /** Whose pages may frame it, for `frame-ancestors`; by default nobody's. */
  frameAncestors?: string;
}

/**
 * A whole page as HTML: 200, 404 if there is no such thing, 410 if it is gone for good, 400 if a call refuses the
 * address's input. Rethrows any other failure of a call. The same data always gives the same bytes.
 */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const { url, origin, isForeign = false, isForEngine = false, client, assets, embedAssets } = request;
  const framed = matchPattern(PAGE_PATTERNS.embed, splitOnce(url, '?')[0]);
  if (framed?.id !== undefined) return renderEmbed({ id: framed.id, origin, client, assets: embedAssets });
  const { address, cache, config, found, page, refusedStatus } = await answerPage({ url, origin, client });
  const { route, params, search } = found;
  if (request.refused) saveRefused(cache, address.pathname, request.refused);
  const isOpen = isOpenPage(address.pathname);
  const describe = await page.loadDescribe();
  const description = () =>
    refusedStatus === undefined
      ? describe({ client, cache, config, params, search, origin: address.origin })
      : undefined;
  const described = description();
  const isMissing = !isOpen && described?.isMissing === true;
  const isGone =
    isMissing && (await answerMissing({ client, cache, named: { page: route.name, ...params } }));
  const { status, location, head } =
    (isMissing ? description() : described) ?? refusal(config, refusedStatus ?? 400);
  const body = withoutPreloads(renderToString(<App client={client} cache={cache} serverUrl={address} />));
  const document = renderDocument({
    config,
    head: headTags(head, config, { isForeign }),
    lang: head.lang ?? 'en',
    body,
    state: saveAnswers(cache, body),
    assets,
    page: route.name,
    isOpen,
    isForEngine,
  });
  return { status: isGone ? 410 : status, ...(location ? { location } : {}), ...document };
}

/** A missing page says whether it was there, and offers the newest videos. */
async function answerMissing({ client, cache, named }: MissingPage): Promise<boolean> {
  const newest = cache.prefetch(newestVideosQuery(client));
  const { gone } = await cache.fetch(goneQuery(client, named));
  await newest;
  return gone;
}

interface MissingPage {
  client: Client;
  cache: Answers;
  named: Parameters<typeof goneQuery>[1];
}

/** For benchmarks: answers a page's queries, and returns what renders its tree and does nothing else. */
export async function bareRendering(
  request: Pick<PageRequest, 'url' | 'origin' | 'client'>,
): Promise<() => string> {
  const { address, cache } = await answerPage(request);
  return () => renderToString(<App client={request.client} cache={cache} serverUrl={address} />);
}

/** What a page's tree needs: its code and the answers to its queries. */
async function answerPage({ url, origin, client }: Pick<PageRequest, 'url' | 'origin' | 'client'>) {
  const address = new URL(origin);
  const [path = '/', query = ''] = splitOnce(url, '?');
  address.pathname = path;
  address.search = query;
  const cache = new Answers();
  const config = await client.domains.config();
  cache.set(configQuery(client).queryKey, { data: config });
  const found = findRoute(address);
  const page = await found.route.load();
  const { params, search } = found;
  const refusedStatus = await answer(cache, page.queries?.({ client, params, search }) ?? []);
  return { address, cache, config, found, page, refusedStatus };
}

/** The document of the back office, the same for every address and everyone. */
export async function renderAdminPage({
  client,
  assets,
}: {
  client: Client;
  assets: AdminAssets;
}): Promise<Omit<RenderedPage, 'status'>> {
  const cache = new Answers();
  const config = await client.domains.config();
  cache.set(configQuery(client).queryKey, { data: config });
  const html = renderAdminDocument(config, saveAnswers(cache), assets);
  return { html, ...policyHashes(config) };
}

/** Runs all of the page's queries. Returns the status of a refusal, and rethrows any other failure. */
async function answer(cache: Answers, queries: PageQuery[]): Promise<number | undefined> {
  const results = await Promise.allSettled(queries.map((query) => cache.fetch(query)));
  let refusedStatus: number | undefined;
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    const status = callFailureOf(result.reason)?.status;
    if (status !== 400) throw result.reason;
    refusedStatus = status;
  }
  return refusedStatus;
}

function refusal(config: DomainConfig, status: number): Omit<PageDescription, 'status'> & { status: number } {
  const head: Head = {
    title: templatedTitle(config, 'This address cannot be shown'),
    description: config.seo.defaultDescription,
    keywords: [],
    robots: 'noindex,follow',
    kind: 'website',
  };
  return { status, head };
}

/** Drops the picture preloads at the start of React's output: the pictures follow at once. */
function withoutPreloads(body: string): string {
  return body.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
