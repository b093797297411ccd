import { pageHref, routes } from '@vesper/contract';
import { FEED_FORMATS } from '../../packages/server/src/discovery/feeds/feed-xml.ts';
import { linksIn, withoutSignatures } from '../../packages/server/src/test/public-pages.ts';
import { createRandom } from '../catalogue/random.ts';
import { type Answer, ask, call, visitorsAgent } from '../visits.ts';

export interface Compared {
  pages: number;
  files: number;
  /** In sentences. */
  faults: string[];
}

export interface Catalogue {
  videos: number;
  categories: readonly { slug: string; videos: number }[];
  videoIds: readonly string[];
  /** Those of videos with a film of their own. */
  filmIds: readonly string[];
}

const PAGE_SIZE = 24;
/** Of each list, and the last one. */
const FIRST_PAGES = 5;
const MOST_KEYWORDS = 500;
const MOST_FAULTS = 20;
/** Between two answers a second may turn, or a day. */
const TRIES = 3;
const AROUND = 60;
const STANDING = ['/robots.txt', '/transparency.csv', '/library', '/legal', pageHref.keywordIndex()];
/** Of a form, for the second in which it was opened. */
const PROOF = /\b[0-9a-z]{6}\.[\w-]{16}(?![\w-])/g;

type Read = (path: string) => Promise<Answer>;

/**
 * Asks two sites with the same rows for the same pages at the same moment, by one name, and for the films of some videos.
 * All pages but those of videos, lists and keywords, of which it asks for many.
 */
export async function compareSites(urls: [string, string], catalogue: Catalogue): Promise<Compared> {
  const found: Compared = { pages: 0, files: 0, faults: [] };
  const random = createRandom(7);
  const agent = visitorsAgent(4);
  const headers = { host: new URL(urls[0]).host };
  const reads = urls.map((url) => (path: string) => ask({ url, agent, random }, { path, headers }));
  const [first, second] = reads as [Read, Read];

  async function comparePage(path: string): Promise<string> {
    let texts: string[] = [];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answers = await Promise.all([first(path), second(path)]);
      texts = answers.map(
        ({ status, body }) => `${status} ${withoutSignatures(String(body)).replaceAll(PROOF, 'PROOF')}`,
      );
      if (texts[0] === texts[1]) break;
    }
    found.pages += 1;
    const fault = faultOf(texts as [string, string]);
    if (fault !== undefined) found.faults.push(`${path}: ${fault}`);
    return texts[0] ?? '';
  }

  async function compareFiles(id: string): Promise<void> {
    const { path } = call('', routes.videos.get, id);
    const addresses = (await Promise.all([first(path), second(path)])).map(({ body }) => {
      const { videoUrl, thumbnailUrl } = JSON.parse(String(body));
      return [videoUrl, thumbnailUrl] as [string, string];
    }) as [[string, string], [string, string]];
    for (const [index, address] of addresses[0].entries()) {
      const [one, other] = await Promise.all([first(address), second(addresses[1][index] ?? '')]);
      found.files += 1;
      if (one.status !== 200 || !one.body.equals(other.body))
        found.faults.push(
          `${address}: ${one.status}, ${one.body.length} bytes, and ${other.status}, ${other.body.length}`,
        );
    }
  }

  try {
    for await (const path of pathsOf(catalogue, comparePage)) {
      await comparePage(path);
      if (found.faults.length >= MOST_FAULTS) return found;
    }
    for (const id of catalogue.filmIds) await compareFiles(id);
    return found;
  } finally {
    agent.destroy();
  }
}

/** `read` compares a page too. */
async function* pathsOf(
  { videos, categories, videoIds, filmIds }: Catalogue,
  read: (path: string) => Promise<string>,
): AsyncGenerator<string> {
  yield* STANDING;
  yield* listPaths(videos, (page) => pageHref.home({ page }));
  for (const { slug, videos } of categories)
    yield* listPaths(videos, (page) => pageHref.category(slug, { page }));
  for (const list of ['/', ...categories.map(({ slug }) => pageHref.category(slug))])
    for (const format of FEED_FORMATS) yield pageHref.feed(list, format);
  for (const id of new Set([...filmIds, ...videoIds])) yield* [pageHref.video(id), pageHref.embed(id)];
  let keywords = 0;
  for (const sitemap of pathsIn(await read('/sitemap.xml'))) {
    if (sitemap.startsWith('/sitemap-videos-')) yield sitemap;
    else
      for (const path of pathsIn(await read(sitemap)))
        if (!sitemap.startsWith('/sitemap-keywords-') || ++keywords <= MOST_KEYWORDS) yield path;
  }
}

function* listPaths(videos: number, hrefOf: (page: number) => string): Generator<string> {
  const last = Math.max(1, Math.ceil(videos / PAGE_SIZE));
  for (let page = 1; page <= Math.min(FIRST_PAGES, last); page += 1) yield hrefOf(page);
  if (last > FIRST_PAGES) yield hrefOf(last);
}

function pathsIn(sitemap: string): string[] {
  return linksIn(sitemap).map((address) => new URL(address).pathname);
}

function faultOf([one, other]: [string, string]): string | undefined {
  if (!one.startsWith('200 ')) return `the site itself answers ${one.slice(0, AROUND)}`;
  if (one === other) return undefined;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `differs at ${at}: ${around(one)} | ${around(other)}`;
}
