import type { PageRules } from '@vesper/contract';
import { charsetOf, readBytes } from '@vesper/core/lib/outbound/response-body.ts';
import {
  requireOk,
  type SafeFetch,
  type SafeResponse,
  type TransferLimits,
} from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { percentDecoded } from '@vesper/core/lib/text/percent-decoded.ts';
import { beginsLikeVideo, SNIFF_BYTES } from '@vesper/core/lib/video-bytes.ts';
import { languageCode } from '@vesper/library/search';
import { cleanAddress, cleanLine } from '../clean-text.ts';
import { siteHostOf } from '../site.ts';
import { forbidsIndexingByHeader, forbidsIndexingByMeta } from './indexing-rules.ts';
import { readJsonScripts } from './json-script.ts';
import { findOwnVideo, hasMedia, type OwnVideo } from './own-video.ts';
import { createPageAddress } from './page-address.ts';
import { decodePage } from './page-charset.ts';
import { collectPageData, type PageData } from './page-data.ts';
import { type RuledVideo, readByRules, ruledOver } from './page-rules.ts';
import type { CompletedVideo } from './page-video.ts';
import { requireFree } from './schema-org-video.ts';
import { readThings } from './thing.ts';
import { createStandings } from './thing-standing.ts';

const MAX_PAGE_BYTES = 5_000_000;

export interface FetchPageOptions {
  fetch: SafeFetch;
  signal?: AbortSignal | undefined;
  transfer?: Partial<TransferLimits>;
  /** False if the address alone identifies the video. */
  needsVideo?: boolean;
  /** A link to an oEmbed answer counts as a video. */
  orOembed?: boolean;
  /** Take precedence. */
  rules?: PageRules | null | undefined;
}

export interface FetchedPage extends ReadPage {
  /** After redirects. */
  pageUrl: string;
  /** Only if on the same site. */
  canonicalUrl?: string;
  oembedUrl?: string;
}

export interface ReadPage extends CompletedVideo {
  notes: string[];
}

export interface PageAnswer {
  html: string;
  /** After redirects. */
  pageUrl: string;
}

/**
 * Reads the video of a page's first 5 MB. Throws SourceError: `is_video` if the address is a video file, `not_page`
 * for other files, `no_video` without a usable video, `robots` if the page asks robots to skip it.
 */
export async function fetchPage(url: string, options: FetchPageOptions): Promise<FetchedPage> {
  const { html, pageUrl } = await fetchHtml(url, options);
  const data = collectPageData(html);
  if (forbidsIndexingByMeta(data.metas)) throw noIndexError();
  const oembedUrl = cleanAddress(data.oembedHrefs[0], baseOf(data, pageUrl));
  const needsVideo = options.needsVideo !== false && !(options.orOembed && oembedUrl !== undefined);
  const ruled = options.rules ? readByRules(html, options.rules, baseOf(data, pageUrl)) : undefined;
  const read = readData(data, { pageUrl, askedUrl: url, needsVideo, ruled });
  const about = { ...canonicalOf(data, pageUrl), ...(oembedUrl ? { oembedUrl } : {}) };
  return { ...read, pageUrl, ...about };
}

/** Throws SourceError like `fetchPage`, but for what the page itself says. */
export async function fetchHtml(url: string, options: FetchPageOptions): Promise<PageAnswer> {
  const response = requireOk(
    await options.fetch(url, {
      ...options.transfer,
      maxBytes: MAX_PAGE_BYTES + 1_000_000,
      headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1' },
      signal: options.signal,
    }),
  );
  requireIndexable(response);
  const bytes = await pageBytes(response);
  const html = decodePage(bytes, charsetOf(response.headers['content-type']));
  return { html: html.slice(0, MAX_PAGE_BYTES), pageUrl: response.url };
}

/** See `findOwnVideo`. The title is never empty. Throws SourceError like `fetchPage`. */
export function readPage(html: string, pageUrl: string, rules?: PageRules): ReadPage {
  const data = collectPageData(html.slice(0, MAX_PAGE_BYTES));
  const ruled = rules ? readByRules(html.slice(0, MAX_PAGE_BYTES), rules, baseOf(data, pageUrl)) : undefined;
  return readData(data, { pageUrl, askedUrl: pageUrl, needsVideo: true, ruled });
}

export function tryRulesOn({ html, pageUrl }: PageAnswer, rules: PageRules): RuledVideo & TriedPage {
  const data = collectPageData(html);
  const ruled = readByRules(html, rules, baseOf(data, pageUrl));
  try {
    if (forbidsIndexingByMeta(data.metas)) throw noIndexError();
    return { ...ruled, page: readData(data, { pageUrl, askedUrl: pageUrl, needsVideo: true, ruled }) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ...ruled, refusal: error.message };
  }
}

/** A page as it would be read, or why not. */
export interface TriedPage {
  page?: ReadPage;
  refusal?: string;
}

interface HowRead {
  pageUrl: string;
  askedUrl: string;
  needsVideo: boolean;
  ruled: RuledVideo | undefined;
}

function readData(data: PageData, { pageUrl, askedUrl, needsVideo, ruled }: HowRead): ReadPage {
  const base = baseOf(data, pageUrl);
  const canonical = cleanAddress(data.canonicalHref, base);
  const isTemplate = canonical !== undefined && isFrontOfOther(canonical, pageUrl);
  const own = [pageUrl, askedUrl, ...(isTemplate ? [] : [canonical]), ...data.variantHrefs];
  const page = createPageAddress(own, base);
  const scripts = readJsonScripts(data.jsonLd);
  const items = { values: scripts.values, items: data.items, loose: data.looseProperties };
  const things = readThings(items, { base, language: data.language });
  const standings = createStandings(page);
  const { video, parts, ...found } = findOwnVideo(data, {
    ...{ things, standings, page, base },
    ruled: ruled?.video,
  });
  const notes = scripts.unread > 0 ? [unreadSentence(scripts.unread)] : [];
  if (needsVideo && !(video && hasMedia([{ video }]))) throw noVideoError(found, notes);
  requireFree(parts, { things, standings });
  const unruled = video ?? { title: '', description: '', tags: [], films: [], takenFrom: {} };
  const read = ruled ? ruledOver(unruled, ruled) : unruled;
  const language = read.language ?? languageCode(data.language);
  return { ...read, title: read.title || titleOfAddress(pageUrl), notes, ...(language && { language }) };
}

function unreadSentence(count: number): string {
  return count === 1
    ? 'One script of structured data could not be read.'
    : `${count} scripts of structured data could not be read.`;
}

function noVideoError(
  { contenders, others, hasExcerpt }: Pick<OwnVideo, 'contenders' | 'others' | 'hasExcerpt'>,
  notes: readonly string[],
): SourceError {
  const none = 'The page has no video that can be read.';
  const unclear = `The page has ${contenders} videos, and it is unclear which one is its own.`;
  const foreign = 'All videos on the page belong to lists, other pages, trailers or advertisements.';
  const excerpt = 'The only video on the page is a trailer or preview, judging by its address.';
  const sentence = contenders > 1 ? unclear : hasExcerpt ? excerpt : others > 0 ? foreign : none;
  return new SourceError('no_video', [sentence, ...notes].join(' '));
}

function baseOf({ baseHref }: PageData, pageUrl: string): string {
  return URL.parse(baseHref ?? '', pageUrl)?.href ?? pageUrl;
}

/** Ignores the front page's address, which some templates give every page. */
function canonicalOf(data: PageData, pageUrl: string): { canonicalUrl?: string } {
  const canonicalUrl = cleanAddress(data.canonicalHref, baseOf(data, pageUrl));
  if (!canonicalUrl || siteHostOf(canonicalUrl) !== siteHostOf(pageUrl)) return {};
  return isFrontOfOther(canonicalUrl, pageUrl) ? {} : { canonicalUrl };
}

function isFrontOfOther(canonicalUrl: string, pageUrl: string): boolean {
  const isFront = (url: URL) => url.pathname === '/' && url.search === '';
  return isFront(new URL(canonicalUrl)) && !isFront(new URL(pageUrl));
}

function requireIndexable(response: SafeResponse): void {
  if (!forbidsIndexingByHeader(response.headers['x-robots-tag'])) return;
  response.discard();
  throw noIndexError();
}

function noIndexError(): SourceError {
  return new SourceError('robots', 'The page asks robots to skip it (noindex).');
}

/** Throws `is_video` and `not_page`. */
async function pageBytes(response: SafeResponse): Promise<Buffer> {
  const type = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (PAGE_TYPES.has(type)) return (await readBytes(response.body, MAX_PAGE_BYTES)).bytes;
  const isVague =
    type === 'text/plain' || type === 'application/octet-stream' || type === 'binary/octet-stream';
  const isVideo = isVague
    ? beginsLikeVideo((await readBytes(response.body, SNIFF_BYTES)).bytes)
    : isVideoType(type);
  response.discard();
  const said = type.slice(0, 60);
  if (isVideo) throw new SourceError('is_video', `The address is a video file (${said}), not a page.`);
  throw new SourceError('not_page', `The address returned ${said}, not a web page.`);
}

const PAGE_TYPES: ReadonlySet<string> = new Set(['', 'text/html', 'application/xhtml+xml']);

function isVideoType(type: string): boolean {
  return type.startsWith('video/') || /mpegurl|dash\+xml/.test(type);
}

/** For an unnamed video on an untitled page. */
function titleOfAddress(pageUrl: string): string {
  const { hostname, pathname } = new URL(pageUrl);
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const words = segment.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[-_+]+/g, ' ');
  return cleanLine(percentDecoded(words)) || hostname;
}
