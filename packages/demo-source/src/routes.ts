import type { Clip } from './clip.ts';
import { clipFiles } from './clips.ts';
import { type ClipEntry, entriesOf } from './entries.ts';
import { aboutPage, homePage, notFoundPage, privatePage, searchPage, watchPage } from './pages.ts';
import { type SitemapAddress, sitemapChild, sitemapIndex } from './sitemaps.ts';

/** What an address holds: a text, or a file of the clips' folder. */
export type Answer =
  | {
      readonly status: 200 | 404;
      readonly body: string | Buffer;
      readonly type: string;
      readonly changedAt: Date;
    }
  | { readonly path: string; readonly type: 'video/mp4' | 'image/jpeg' };

/** The answer to a path and query, with absolute addresses on `origin` (`http://host:port`). */
export type Routes = (origin: string, address: URL) => Answer;

interface Site {
  readonly directory: string;
  readonly clips: readonly Clip[];
  readonly entries: ReadonlyMap<string, ClipEntry>;
  readonly sitemaps: readonly (readonly SitemapAddress[])[];
  readonly changedAt: Date;
}

interface Visit {
  readonly origin: string;
  readonly address: URL;
  /** What the parentheses of the route's pattern have caught. */
  readonly name: string;
}

const ABOUT = { path: '/about-this-site', changedAt: new Date(Date.UTC(2026, 0, 15)) };
const ABOUT_POSITION = 20;
const ADDRESSES_PER_SITEMAP = 14;
const SIMILAR_CLIPS = 6;
const FOUND_CLIPS = 24;
const HTML = 'text/html; charset=utf-8';

const ROUTES: readonly [RegExp, (site: Site, visit: Visit) => Answer | undefined][] = [
  [/^\/()$/, (site, { origin }) => text(homePage(origin, site.clips), HTML, site.changedAt)],
  [
    /^\/robots\.txt()$/,
    (site, { origin }) => text(robots(origin), 'text/plain; charset=utf-8', site.changedAt),
  ],
  [
    /^\/sitemap\.xml()$/,
    (site, { origin }) => {
      return text(sitemapIndex(origin, site.sitemaps), 'application/xml', site.changedAt);
    },
  ],
  [/^\/sitemaps\/videos-([1-9]\d*)\.xml\.gz$/, childSitemap],
  [/^\/about-this-site()$/, (_, { origin }) => text(aboutPage(origin), HTML, ABOUT.changedAt)],
  [/^\/search()$/, search],
  [/^\/private\//, (site, { origin }) => text(privatePage(origin), HTML, site.changedAt)],
  [/^\/watch\/([a-z0-9-]+)$/, watch],
  [
    /^\/media\/([a-z0-9-]+)\.mp4$/,
    (site, { name }) => {
      const entry = site.entries.get(name);
      return entry && { path: clipFiles(site.directory, entry.clip).video, type: 'video/mp4' };
    },
  ],
  [
    /^\/thumbs\/([a-z0-9-]+)\.jpg$/,
    (site, { name }) => {
      const entry = site.entries.get(name);
      return entry && { path: clipFiles(site.directory, entry.clip).thumbnail, type: 'image/jpeg' };
    },
  ],
];

/** Lays out the site for a list of clips kept in a folder. */
export function createRoutes(directory: string, clips: readonly Clip[]): Routes {
  const site = layOut(directory, clips);
  return (origin, address) => {
    for (const [pattern, answer] of ROUTES) {
      const match = pattern.exec(address.pathname);
      const found = match && answer(site, { origin, address, name: match[1] ?? '' });
      if (found) return found;
    }
    return { ...text(notFoundPage(origin), HTML, site.changedAt), status: 404 };
  };
}

function layOut(directory: string, clips: readonly Clip[]): Site {
  const entries = entriesOf(clips);
  const addresses: SitemapAddress[] = entries.map((entry) => ({ entry }));
  addresses.splice(ABOUT_POSITION, 0, ABOUT);
  const changes = [ABOUT.changedAt, ...clips.map((clip) => clip.publishedAt)];
  return {
    directory,
    clips,
    entries: new Map(entries.map((entry) => [entry.clip.slug, entry])),
    sitemaps: inParts(addresses, ADDRESSES_PER_SITEMAP),
    changedAt: new Date(Math.max(...changes.map((change) => change.getTime()))),
  };
}

function childSitemap(site: Site, { origin, name }: Visit): Answer | undefined {
  const addresses = site.sitemaps[Number(name) - 1];
  return addresses && text(sitemapChild(origin, addresses), 'application/gzip', site.changedAt);
}

function watch(site: Site, { origin, name }: Visit): Answer | undefined {
  const entry = site.entries.get(name);
  if (!entry) return undefined;
  const shared = (clip: Clip) => clip.tags.filter((tag) => entry.clip.tags.includes(tag)).length;
  const others = site.clips
    .filter((clip) => clip !== entry.clip)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, SIMILAR_CLIPS);
  return text(watchPage(origin, entry, others), HTML, entry.clip.publishedAt);
}

function search(site: Site, { origin, address }: Visit): Answer {
  const words = (address.searchParams.get('q') ?? '').slice(0, 200);
  const wanted = words.toLowerCase().split(/\s+/);
  const found = site.clips.filter((clip) => {
    const known = `${clip.title} ${clip.tags.join(' ')}`.toLowerCase();
    return wanted.every((word) => known.includes(word));
  });
  return text(searchPage(origin, words, found.slice(0, FOUND_CLIPS)), HTML, site.changedAt);
}

function robots(origin: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /private/\nDisallow: /search\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function text(body: string | Buffer, type: string, changedAt: Date) {
  return { status: 200 as const, body, type, changedAt };
}

function inParts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
    list.slice(part * size, (part + 1) * size),
  );
}
