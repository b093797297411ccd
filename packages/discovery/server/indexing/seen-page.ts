import { cutTo, isOwnHost, PAGE_PATTERNS, type SeenPage, siteOrigin } from '@vesper/contract';
import type { RenderedForEngine, RenderPage } from '@vesper/core/http/page-renderer.ts';
import { addressOf } from '@vesper/core/http/route-name.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { collectPageData, type PageData } from '@vesper/intake/readers';
import type { DomainDirectory } from '@vesper/site/domains';
import { readJsonLd, readOpenGraph } from './structured-data.ts';

interface SeenPageDeps {
  domains: DomainDirectory;
  renderPage: RenderPage;
}

const LONGEST_TEXT = 1000;
/** These look like a keyword's address. */
const NO_PAGES = /^\/(?:api|admin|assets|media)\//;
const PAGES = Object.values(PAGE_PATTERNS).map(addressOf);

/** As a search engine reads it, but rendered here, not fetched. Throws bad_request. */
export async function seenPage({ domains, renderPage }: SeenPageDeps, address: string): Promise<SeenPage> {
  const url = readAddress(address);
  const config = await domains.configFor(url.hostname);
  if (!isOwnHost(config, url.origin))
    throw refusal(`${cutTo(100, url.hostname)} is not the name of one of your domains.`);
  if (NO_PAGES.test(url.pathname) || !PAGES.some((pattern) => pattern.test(url.pathname)))
    throw refusal('No page for visitors has this address.');
  const origin = siteOrigin(config, url.origin);
  const rendered = await renderPage({ host: url.host, origin, path: url.pathname + url.search });
  return describe({
    url: origin + url.pathname + url.search,
    rendered,
    data: collectPageData(rendered.html),
  });
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw refusal('Please give the full address of one of your pages, including https://.');
  return url;
}

function refusal(sentence: string): AppError {
  return new AppError('bad_request', sentence, { url: sentence });
}

interface Seen {
  url: string;
  rendered: RenderedForEngine;
  data: PageData;
}

function describe({ url, rendered: { status, location }, data }: Seen): SeenPage {
  const isShown = location === undefined;
  const meta = (name: string) => data.metas.find((one) => one.name === name)?.content;
  const { things, faults } = readJsonLd(isShown ? data.jsonLd : []);
  const canonical = data.canonicalHref ?? null;
  const robots = meta('robots') ?? null;
  const page = {
    url,
    status,
    location: location ?? null,
    title: cutTo(LONGEST_TEXT, isShown ? data.title : ''),
    description: cutTo(LONGEST_TEXT, (isShown && meta('description')) || ''),
    language: cutTo(100, isShown ? data.language : ''),
    canonical: isShown ? canonical : null,
    robots: isShown ? robots : null,
  };
  const obstacle = obstacleOf(page);
  return {
    ...page,
    isIndexable: obstacle === undefined,
    verdict: obstacle ?? 'Engines may index this page.',
    faults: [...(obstacle === undefined ? pageFaults(page) : []), ...faults],
    things: isShown && status === 200 ? [...things, readOpenGraph(data.metas)] : things,
  };
}

type Read = Pick<SeenPage, 'url' | 'status' | 'location' | 'title' | 'description' | 'canonical' | 'robots'>;

function obstacleOf({ url, status, location, canonical, robots }: Read): string | undefined {
  if (location !== null) return `It redirects to ${location}: engines index that page instead.`;
  if (status === 410) return 'It is gone for good: engines forget it.';
  if (status === 404) return 'This page does not exist.';
  if (status !== 200) return `It answers ${status}: engines index only pages that answer 200.`;
  if (robots !== null && /\b(?:noindex|none)\b/i.test(robots))
    return `It asks engines not to index it (${robots}).`;
  if (canonical !== null && canonical !== url)
    return `It names ${canonical} as its canonical address: engines index that page instead.`;
  return undefined;
}

function pageFaults({ title, description, canonical }: Read): string[] {
  return [
    ...(title.trim() === '' ? ['The page has no title.'] : []),
    ...(description.trim() === '' ? ['The page has no description.'] : []),
    ...(canonical === null ? ['The page names no canonical address.'] : []),
  ];
}
