import { isAllowed, parseRobots, type Robots } from '../packages/server/src/intake/manners/robots-rules.ts';
import { type ReadPage, readPage } from '../packages/server/src/test/read-page.ts';

/** An address that the walk has asked for. */
export interface Visit {
  status: number;
  /** Where a redirect leads. */
  location: string | undefined;
  /** One of the pages or files that name it. */
  from: string;
  /** How many links it is away from home, over links that crawlers follow; undefined where none leads to it. */
  depth: number | undefined;
  /** What stands in it, if it is HTML. */
  page: ReadPage | undefined;
  isIndexable: boolean;
}

export interface Walk {
  /** Of sitemaps and pages, as they name themselves. */
  origin: string;
  /** Every page address in the sitemaps. */
  listed: Set<string>;
  /** Pages, by their whole addresses. */
  pages: Map<string, Visit>;
  /** What pages, feeds and the manifest name beside pages. */
  files: Map<string, Visit>;
}

const CRAWLER = 'Examplebot';
const AT_ONCE = 8;
const REDIRECTS = [301, 302, 308];

/**
 * Walks a site as a crawler that begins at robots.txt: all sitemaps, all links from home on, and every file and address
 * that these name on the site itself.
 */
export async function walkSite(site: string): Promise<Walk> {
  const robotsFile = await ask(site, '/robots.txt');
  if (robotsFile.status !== 200) throw new Error(`/robots.txt answers ${robotsFile.status}.`);
  const robots = parseRobots(robotsFile.text);
  const sitemaps = [...robotsFile.text.matchAll(/^Sitemap: (.*)$/gm)].map(([, url = '']) => url);
  const origin = new URL(sitemaps[0] ?? site).origin;
  const listed = await readSitemaps(site, sitemaps);
  const pages = new Map<string, Visit>();
  const files = new Map<string, Visit>();
  const isOpen = (url: URL) => isAllowed(robots, CRAWLER, url.pathname + url.search);

  /** Visits what is new among these addresses; returns where their links lead, each with the page that it stands on. */
  async function visitPages(found: Map<string, string>, depth: number | undefined) {
    const next = { followed: new Map<string, string>(), others: new Map<string, string>() };
    const fresh = [...found].filter(([address]) => !pages.has(address));
    await atOnce(fresh, async ([address, from]) => {
      const visit = await visitPage(site, { address, from, depth, robots });
      pages.set(address, visit);
      const isWalked = isOpen(new URL(address)) && !/\bnofollow\b/.test(visit.page?.robots ?? '');
      for (const { href, isFollowed } of linksOf(visit, address)) {
        const goal = goalOf(href, address, origin);
        if (!goal) continue;
        const url = new URL(goal);
        if (isFile(url)) files.set(goal, files.get(goal) ?? unvisited(address));
        else if (isWalked && isFollowed && isOpen(url)) next.followed.set(goal, address);
        else next.others.set(goal, address);
      }
      for (const file of visit.page?.files ?? []) {
        const goal = goalOf(file, address, origin);
        if (goal && isFile(new URL(goal))) files.set(goal, files.get(goal) ?? unvisited(address));
      }
    });
    return next;
  }

  const others = new Map<string, string>();
  let level = new Map([[`${origin}/`, '']]);
  for (let depth = 0; level.size > 0; depth += 1) {
    const next = await visitPages(level, depth);
    for (const [address, from] of next.others) others.set(address, from);
    level = new Map([...next.followed].filter(([address]) => !pages.has(address)));
  }
  // What no crawler reaches by links: it must answer all the same.
  const unlinked = new Map([...listed].map((address) => [address, 'the sitemaps']));
  await visitPages(new Map([...others, ...unlinked]), undefined);
  await visitFiles(site, origin, files);
  return { origin, listed, pages, files };
}

/** Links, and where a redirect leads. */
function linksOf({ page, location }: Visit, address: string): ReadPage['links'] {
  if (location !== undefined) return [{ href: new URL(location, address).href, isFollowed: true }];
  return page?.links ?? [];
}

/** What is no page: pages have no such addresses. */
function isFile({ pathname }: URL): boolean {
  return /^\/(?:media|assets|oembed|api)\b|\.[a-z]+$/.test(pathname);
}

/** The whole address of a link, without its fragment; undefined if it leads elsewhere. */
function goalOf(href: string, base: string, origin: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return url.origin === origin ? url.href : undefined;
}

function unvisited(from: string): Visit {
  return { status: 0, location: undefined, from, depth: undefined, page: undefined, isIndexable: false };
}

async function visitPage(
  site: string,
  {
    address,
    from,
    depth,
    robots,
  }: { address: string; from: string; depth: number | undefined; robots: Robots },
): Promise<Visit> {
  const { pathname, search } = new URL(address);
  const { status, headers, text } = await ask(site, pathname + search);
  const location = REDIRECTS.includes(status) ? (headers.get('location') ?? undefined) : undefined;
  const isHtml = location === undefined && /^text\/html/.test(headers.get('content-type') ?? '');
  const page = isHtml ? readPage(text) : undefined;
  const asked = `${page?.robots} ${headers.get('x-robots-tag')}`;
  const isIndexable =
    status === 200 &&
    page !== undefined &&
    !/\b(?:noindex|none)\b/.test(asked) &&
    isAllowed(robots, CRAWLER, pathname + search);
  return { status, location, from, depth, page, isIndexable };
}

/** Asks for every file, and for what feeds, manifest and oEmbed answers name in turn. */
async function visitFiles(site: string, origin: string, files: Map<string, Visit>): Promise<void> {
  for (let fresh = [...files]; fresh.length > 0; fresh = [...files].filter(([, { status }]) => status === 0))
    await atOnce(fresh, async ([address, visit]) => {
      const { pathname, search } = new URL(address);
      const isText = /\.(?:rss|atom|webmanifest)$|^\/oembed/.test(pathname);
      const { status, text } = await ask(site, pathname + search, isText ? 'GET' : 'HEAD');
      files.set(address, { ...visit, status });
      for (const named of isText ? addressesIn(text, address, origin) : [])
        if (!files.has(named)) files.set(named, unvisited(address));
    });
}

/** The addresses of ours that a feed, a manifest or an oEmbed answer names. */
function addressesIn(text: string, address: string, origin: string): string[] {
  // The markup in an answer is escaped once more.
  const plain = unescapeXml(unescapeXml(text.replaceAll('\\/', '/')));
  const named = plain.matchAll(/(?<="src":\s*")[^"]+|https?:\/\/[^\s"'<>\\]+/g);
  return [...named].flatMap(([href]) => goalOf(href, address, origin) ?? []);
}

/** The addresses of pages in the sitemaps that robots.txt names. */
async function readSitemaps(site: string, sitemaps: readonly string[]): Promise<Set<string>> {
  const listed = new Set<string>();
  for (const sitemap of sitemaps) {
    const { status, text } = await ask(site, new URL(sitemap).pathname);
    if (status !== 200) throw new Error(`${sitemap} answers ${status}.`);
    const locs = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => unescapeXml(loc));
    const isIndex = text.includes('<sitemapindex');
    for (const loc of isIndex ? await readSitemaps(site, locs) : locs) listed.add(loc);
  }
  return listed;
}

function unescapeXml(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (names[name] ?? whole),
  );
}

/** As the site itself is reached, whatever it is called. */
async function ask(site: string, path: string, method: 'GET' | 'HEAD' = 'GET') {
  const response = await fetch(site + path, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': `Mozilla/5.0 (compatible; ${CRAWLER}/1.0)` },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function atOnce<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await act(item);
    }),
  );
}
