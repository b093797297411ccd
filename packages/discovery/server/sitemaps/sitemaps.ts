import { markupText, pageHref } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { etagOf } from '@vesper/core/http/preconditions.ts';
import type { Pieces } from '@vesper/core/http/send-stream.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { type HostAddresses, lastingFilmPath } from '@vesper/library/media';
import { ownsTheRest, type Share } from '@vesper/site/domains';
import {
  type KeywordRange,
  type SitemapRow,
  selectCategories,
  selectKeywordSlugs,
  selectSitemapVideos,
} from './page-queries.ts';
import { type Shard, selectShard, selectShards } from './shard-queries.ts';
import { MOST_VIDEOS_INSIDE } from './shards.ts';
import {
  MOST_ENTRY_BYTES,
  sitemapIndex,
  URLSET_FOOT,
  URLSET_HEAD,
  urlEntry,
  videoEntry,
} from './sitemap-xml.ts';

export interface SitemapSite {
  db: Db;
  refusals: RefusedWords;
  origin: string;
  addresses: HostAddresses;
  share: Share;
  /** Whether other sites may frame its player. */
  isFramed: boolean;
}

export interface Sitemap {
  /** Strong, quoted. */
  etag: string;
  /** Generated on demand. */
  pieces: () => Pieces;
}

/** Raise it when the same rows produce different XML. */
const FORMAT = 6;
/** Some megabytes. */
const BATCH = 1000;
/** A reused buffer: joining strings costs twice as much. */
const PAGE = 500;
const page = Buffer.allocUnsafeSlow(PAGE * MOST_ENTRY_BYTES);

const STANDING_PAGES = [
  pageHref.home(),
  pageHref.contact(),
  pageHref.help(),
  pageHref.dmca(),
  pageHref.dmcaSubmit(),
  pageHref.report(),
  pageHref.privacyPolicy(),
  pageHref.terms(),
  pageHref.transparency(),
  ...(['terms', 'privacy', 'dmca', '2257'] as const).map(pageHref.legal),
];

export interface ListedSitemap {
  name: string;
  /** Null if not counted; of all domains for videos. */
  addresses: number | null;
  changedAt: Date | null;
}

export async function listSitemaps(
  { db, refusals, share }: Pick<SitemapSite, 'db' | 'refusals' | 'share'>,
  keywords: readonly KeywordRange[],
): Promise<ListedSitemap[]> {
  const shards = await selectShards(db, share);
  const categories = await categorySlugs({ db, refusals, share });
  const plain = { changedAt: null };
  return [
    { name: 'pages', addresses: STANDING_PAGES.length, ...plain },
    ...(categories.length > 0 ? [{ name: 'categories', addresses: categories.length, ...plain }] : []),
    ...(ownsTheRest(share) ? keywords : []).map(({ language, part }) => ({
      name: `keywords-${language}-${part}`,
      addresses: null,
      ...plain,
    })),
    ...shards.map(({ number, videos, changedAt }) => ({
      name: `videos-${number}`,
      // It has at least one, so zero means uncounted.
      addresses: videos || null,
      changedAt,
    })),
  ];
}

/** Undefined for other names. */
export async function countKeywordPages(db: Db, name: string): Promise<number | undefined> {
  const range = keywordRange(name);
  return range && (await selectKeywordSlugs(db, range)).length;
}

export async function indexSitemap(site: SitemapSite, keywords: readonly KeywordRange[]): Promise<Sitemap> {
  const listed = await listSitemaps(site, keywords);
  return ofText(
    sitemapIndex(
      listed.map(({ name, changedAt }) => ({ loc: `${site.origin}${sitemapHref(name)}`, changedAt })),
    ),
  );
}

/** Undefined if it does not exist or is empty. */
export async function findSitemap(site: SitemapSite, name: string): Promise<Sitemap | undefined> {
  if (name === 'pages') return ofPages(site, STANDING_PAGES);
  if (name === 'categories') {
    const slugs = await categorySlugs(site);
    return ofPages(
      site,
      slugs.map((slug) => pageHref.category(slug)),
    );
  }
  const range = keywordRange(name);
  if (range && ownsTheRest(site.share)) {
    const slugs = await selectKeywordSlugs(site.db, range);
    return ofPages(
      site,
      slugs.map((slug) => pageHref.keyword(range.language, slug)),
    );
  }
  const number = /^videos-([1-9]\d{0,6})$/.exec(name)?.[1];
  return number === undefined ? undefined : videoSitemap(site, Number(number));
}

/** Blocked names have no page. */
async function categorySlugs({
  db,
  refusals,
  share,
}: Pick<SitemapSite, 'db' | 'refusals' | 'share'>): Promise<string[]> {
  const list = await refusals.get();
  return (await selectCategories(db, share))
    .filter(({ name }) => !list.isRefused(name))
    .map(({ slug }) => slug);
}

function keywordRange(name: string): KeywordRange | undefined {
  const [, language, part] = /^keywords-([a-zA-Z0-9-]{2,40})-([1-9]\d{0,6})$/.exec(name) ?? [];
  return language === undefined ? undefined : { language, part: Number(part) };
}

export function sitemapHref(name: string): string {
  return `/sitemap-${name}.xml`;
}

/** The version is known without reading videos. */
async function videoSitemap(site: SitemapSite, number: number): Promise<Sitemap | undefined> {
  const shard = await selectShard(site.db, number);
  if (!shard) return undefined;
  const first = await selectSitemapVideos(site.db, shard, { share: site.share, after: undefined, limit: 1 });
  if (first.length === 0) return undefined;
  // Pictures' addresses change with key and form.
  const picture = site.addresses.thumbnailUrl({ id: '', kind: 'hosted', thumbnail_url: 'picture.webp' });
  return {
    etag: etagOf(
      [FORMAT, shard.version, site.origin, site.isFramed, picture, JSON.stringify(site.share)].join(' '),
    ),
    pieces: () => writeVideos(site, shard),
  };
}

/** Bounded: the rest follows once the shard is cut. */
async function* writeVideos(site: SitemapSite, shard: Shard): AsyncGenerator<string | Buffer> {
  yield URLSET_HEAD;
  let after: SitemapRow | undefined;
  for (let left = MOST_VIDEOS_INSIDE; left > 0; left -= BATCH) {
    const limit = Math.min(BATCH, left);
    const rows = await selectSitemapVideos(site.db, shard, { share: site.share, after, limit });
    for (let from = 0; from < rows.length; from += PAGE) yield entriesOf(site, rows.slice(from, from + PAGE));
    if (rows.length < limit) break;
    after = rows.at(-1);
  }
  yield URLSET_FOOT;
}

function entriesOf(site: SitemapSite, rows: readonly SitemapRow[]): Buffer {
  let end = 0;
  for (const row of rows) end += page.write(videoEntry(sitemapVideo(site, row)), end);
  return Buffer.from(page.subarray(0, end));
}

function sitemapVideo({ origin, addresses, isFramed }: SitemapSite, row: SitemapRow) {
  const publishedAt = moment(row.published_at);
  const picture = addresses.thumbnailUrl(row);
  return {
    loc: markupText(origin + pageHref.video(row.id)),
    lastmod: row.changed_at === null ? publishedAt : moment(row.changed_at),
    thumbnail: picture.startsWith('/') ? markupText(origin + picture) : markupText(foreignAddress(picture)),
    title: row.title,
    description: row.description,
    ...filmOf({ origin, addresses, isFramed }, row),
    durationSeconds: row.duration,
    publishedAt,
    tags: row.tags,
  };
}

/** Like `videoObject` of the pages. */
function filmOf(
  { origin, addresses, isFramed }: Pick<SitemapSite, 'origin' | 'addresses' | 'isFramed'>,
  row: SitemapRow,
): { content: string; player: string } {
  const elsewhere = row.kind === 'embed' ? addresses.embedUrl(row) : null;
  if (elsewhere !== null) return { content: '', player: markupText(foreignAddress(elsewhere)) };
  const film = lastingFilmPath(row);
  const content = film === '' ? markupText(foreignAddress(row.video_url)) : markupText(origin + film);
  return { content, player: isFramed ? markupText(origin + pageHref.embed(row.id)) : '' };
}

/** `2026-11-23 10:00:00.123+00` as W3C date, to the second. */
function moment(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
}

/** Escaped (RFC 3986); '' if it is not an address. */
function foreignAddress(address: string): string {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).href : '';
}

function ofPages({ origin }: SitemapSite, paths: readonly string[]): Sitemap | undefined {
  if (paths.length === 0) return undefined;
  return ofText(URLSET_HEAD + paths.map((path) => urlEntry(origin + path)).join('') + URLSET_FOOT);
}

function ofText(text: string): Sitemap {
  return { etag: etagOf(text), pieces: () => [text] };
}
