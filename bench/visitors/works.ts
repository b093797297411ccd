import { callUrl, routes } from '@vesper/contract';
import { titleWords } from '../catalogue/vocabulary.ts';
import { PAGE_SIZE, type Subject } from '../hot-reads.ts';
import type { Load } from './wrk.ts';

/** A workload caused by visitors. */
export interface Work {
  name: string;
  load: Omit<Load, 'origin'>;
  /** Whether each request renders a page, whose cost is compared with bare React's. */
  isRendered?: true;
  /** Whether an answer is computed on the first request, and stored. */
  isStored?: true;
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const MANY = 30_000;
const PACKED = { 'accept-encoding': 'gzip, deflate, br' };

/** All workloads of visitors, each kind from the cheapest to the most expensive. */
export function visitorWorks({ size, searches, videoIds }: Subject): Work[] {
  const pages = Math.max(1, Math.min(MANY, Math.floor(size / PAGE_SIZE) - 1));
  const pageNumbers = Array.from({ length: pages }, (_, n) => 1 + ((n * 7919) % pages));
  const list = (query: object) => callUrl(routes.videos.list, { limit: PAGE_SIZE, ...query });
  const htmlPages = pageNumbers.map((page) => `/?page=${page}`);
  const videoPages = videoIds.map((id) => `/video/${id}`);
  const searchPages = searches.rareTitles.map((text) => `/?search=${encodeURIComponent(text)}`);
  return [
    work('list of 24, page 1', [list({ page: 1 })]),
    work(
      'list of 24, any page',
      pageNumbers.map((page) => list({ page })),
    ),
    work('search, commonest word', [list({ search: searches.topWord })]),
    work('search, two common words', [list({ search: searches.twoCommonWords })]),
    work(
      'searches, all different',
      differentSearches().map((search) => list({ search })),
    ),
    work(
      'one video',
      videoIds.map((id) => callUrl(routes.videos.get, { id })),
    ),
    {
      ...work(
        'related videos',
        videoIds.map((id) => callUrl(routes.videos.related, { id })),
      ),
      isStored: true,
    },
    rendered('list page, plain', htmlPages),
    rendered('list page, packed', htmlPages, PACKED),
    rendered('video page, plain', videoPages),
    rendered('video page, packed', videoPages, PACKED),
    rendered('search page, plain', searchPages),
    work('home, plain', ['/']),
    work('home, packed', ['/'], PACKED),
    views('a counted view', videoIds),
    views('views of one video', videoIds.slice(0, 1)),
  ];
}

/** Pairs of the most common words: no two share an answer. */
export function differentSearches(): string[] {
  const words = titleWords().slice(0, Math.ceil(Math.sqrt(MANY)));
  return words.flatMap((one) => words.filter((other) => other !== one).map((other) => `${one} ${other}`));
}

function views(name: string, videoIds: readonly string[]): Work {
  const paths = videoIds.map((id) => callUrl(routes.videos.registerView, { id }));
  return { name, load: { method: 'POST', paths, headers: { 'user-agent': BROWSER } } };
}

function rendered(...of: Parameters<typeof work>): Work {
  return { ...work(...of), isRendered: true };
}

function work(name: string, paths: readonly string[], headers: Record<string, string> = {}): Work {
  return { name, load: { method: 'GET', paths, headers: { 'user-agent': BROWSER, ...headers } } };
}
