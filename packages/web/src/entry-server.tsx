import { type Client, isOpenPage, PAGE_PATTERNS } from '@vesper/contract';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { Answers, type PageQuery } from './data/answers.ts';
import { callFailureOf } from './data/call-failure.ts';
import { configQuery, newestVideosQuery } from './data/catalogue-queries.ts';
import { saveAnswers } from './data/saved-answers.ts';
import { goneQuery } from './data/was-there.ts';
import type { AdminAssets, Assets, EmbedAssets } from './document/assets.ts';
import {
  policyHashes,
  type RenderedDocument,
  renderAdminDocument,
  renderDocument,
} from './document/document.ts';
import { headTags, unlistedHead } from './head/head.ts';
import { renderEmbed } from './pages/embed/render-embed.ts';
import { type RefusedForm, saveRefused } from './pages/notice/refused-form.ts';
import { findRoute } from './routes.ts';
import { matchPattern } from './shell/match-pattern.ts';

export {
  adminAssetsFromManifest,
  assetsFromManifest,
  embedAssetsFromManifest,
} from './document/assets.ts';

export interface PageRequest {
  /** Path and query. */
  url: string;
  /** The domain's own, for absolute addresses. */
  origin: string;
  /** The request used a host name that is not the domain's: the page must not be indexed. */
  isForeign?: boolean;
  /** For a search engine's crawler, which cannot answer the age gate: the page comes without it. */
  isForEngine?: boolean;
  client: Client;
  assets: Assets;
  embedAssets: EmbedAssets;
  /** The posted form to show again. */
  refused?: RefusedForm;
}

export interface RenderedPage extends RenderedDocument {
  status: number;
  /** For a 301: the path of the page. */
  location?: string;
  /** Whose pages may frame it; by default nobody's. */
  frameAncestors?: string;
}

/** The same data gives the same bytes. Invalid input is a 400; any other call failure is rethrown. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const { url, origin, isForeign = false, isForEngine = false, client, assets, embedAssets } = request;
  const framed = matchPattern(PAGE_PATTERNS.embed, splitOnce(url, '?')[0]);
  if (framed?.id !== undefined) return renderEmbed({ id: framed.id, origin, client, assets: embedAssets });
  const { address, cache, config, found, page, isRefused } = await answerPage({ url, origin, client });
  const { route, params, search } = found;
  if (request.refused) saveRefused(cache, address.pathname, request.refused);
  const isOpen = isOpenPage(address.pathname);
  const describe = await page.loadDescribe();
  const description = () =>
    isRefused ? undefined : describe({ client, cache, config, params, search, origin: address.origin });
  const described = description();
  const isMissing = !isOpen && described?.isMissing === true;
  const isGone =
    isMissing && (await answerMissing({ client, cache, named: { page: route.name, ...params } }));
  const { status, location, head } = (isMissing ? description() : described) ?? {
    status: 400,
    head: unlistedHead(config, 'This address cannot be shown'),
  };
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

/** A missing page says whether it used to exist, and offers the newest videos. */
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

/** For benchmarks: returns a function that only renders the tree. */
export async function bareRendering(
  request: Pick<PageRequest, 'url' | 'origin' | 'client'>,
): Promise<() => string> {
  const { address, cache } = await answerPage(request);
  return () => renderToString(<App client={request.client} cache={cache} serverUrl={address} />);
}

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
  const isRefused = await answer(cache, page.queries?.({ client, params, search }) ?? []);
  return { address, cache, config, found, page, isRefused };
}

/** The same for every address and everyone. */
export async function renderAdminPage({
  client,
  assets,
}: {
  client: Client;
  assets: AdminAssets;
}): Promise<RenderedDocument> {
  const cache = new Answers();
  const config = await client.domains.config();
  cache.set(configQuery(client).queryKey, { data: config });
  const html = renderAdminDocument(config, saveAnswers(cache), assets);
  return { html, ...policyHashes(config) };
}

/** Returns whether a call rejected its input; rethrows any other failure. */
async function answer(cache: Answers, queries: PageQuery[]): Promise<boolean> {
  const results = await Promise.allSettled(queries.map((query) => cache.fetch(query)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) if (callFailureOf(reason)?.status !== 400) throw reason;
  return failures.length > 0;
}

/** Drops the picture preloads at the start of React's output: the pictures follow at once. */
function withoutPreloads(body: string): string {
  return body.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
