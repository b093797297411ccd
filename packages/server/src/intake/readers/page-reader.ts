import { charsetOf, decodeText, readBytes } from '../../kernel/lib/response-body.ts';
import {
  requireOk,
  type SafeFetch,
  type SafeResponse,
  type TransferLimits,
} from '../../kernel/lib/safe-fetch.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import { cleanAddress, cleanLine } from './clean-text.ts';
import { forbidsIndexingByHeader, forbidsIndexingByMeta } from './indexing-rules.ts';
import { readOpenGraphVideo, readOpenGraphWords } from './open-graph-video.ts';
import { collectPageData, type PageData } from './page-data.ts';
import { mergeVideos, type PageVideo } from './page-video.ts';
import { readSchemaOrgVideo } from './schema-org-video.ts';
import { siteHostOf } from './source-file.ts';

const MAX_PAGE_BYTES = 5_000_000;

export interface FetchPageOptions {
  fetch: SafeFetch;
  signal?: AbortSignal | undefined;
  transfer?: Partial<TransferLimits>;
  /** False if the page's address alone identifies the video. */
  needsVideo?: boolean;
  /** A page that links to an oEmbed answer is as good as one with a video. */
  orOembed?: boolean;
}

export interface FetchedPage extends PageVideo {
  /** The address that answered, after redirects. */
  pageUrl: string;
  /** The address that the page calls its own, if on the same site. */
  canonicalUrl?: string;
  /** The address of an oEmbed answer about the page. */
  oembedUrl?: string;
}

/**
 * Fetches a page and reads its video. Looks only at the first 5 MB. Throws SourceError: `is_video` if the address is a
 * video file itself, `not_page` if it is something else, `no_video` if the page has none, `robots` if it asks robots to
 * skip it.
 */
export async function fetchPage(url: string, options: FetchPageOptions): Promise<FetchedPage> {
  const response = requireOk(
    await options.fetch(url, {
      ...options.transfer,
      maxBytes: MAX_PAGE_BYTES + 1_000_000,
      headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1' },
      signal: options.signal,
    }),
  );
  requireIndexable(response);
  requirePage(response);
  const { bytes } = await readBytes(response.body, MAX_PAGE_BYTES);
  const html = decodeText(bytes, charsetOf(response.headers['content-type']) ?? charsetOfHtml(bytes));
  const data = collectPageData(html.slice(0, MAX_PAGE_BYTES));
  if (forbidsIndexingByMeta(data.metas)) throw noIndexError();
  const oembedUrl = cleanAddress(data.oembedHrefs[0], baseOf(data, response.url));
  const isEnough = options.needsVideo === false || (options.orOembed && oembedUrl !== undefined);
  const video = videoOf(data, response.url) ?? (isEnough ? bareOf(data, response.url) : undefined);
  const about = { ...canonicalOf(data, response.url), ...(oembedUrl ? { oembedUrl } : {}) };
  if (video) return { ...video, pageUrl: response.url, ...about };
  const sentence = 'The page has no video that can be read (neither schema.org VideoObject nor Open Graph).';
  throw new SourceError('no_video', sentence);
}

/**
 * The video that a page describes: schema.org's VideoObject in JSON-LD, completed by Open Graph, or Open Graph alone.
 * Undefined unless it names a file or player. The title is never empty.
 */
export function readPage(html: string, pageUrl: string): PageVideo | undefined {
  return videoOf(collectPageData(html.slice(0, MAX_PAGE_BYTES)), pageUrl);
}

function videoOf(data: PageData, pageUrl: string): PageVideo | undefined {
  const base = baseOf(data, pageUrl);
  const openGraph = readOpenGraphVideo(data, base);
  const schemaOrg = readSchemaOrgVideo(data.jsonLd, base);
  const video = schemaOrg ? mergeVideos(schemaOrg, openGraph) : openGraph;
  if (!video?.contentUrl && !video?.embedUrl) return undefined;
  return { ...video, title: video.title || titleOfPage(data.title, pageUrl) };
}

/** What a page without file or player says about itself. */
function bareOf(data: PageData, pageUrl: string): PageVideo {
  const base = baseOf(data, pageUrl);
  const schemaOrg = readSchemaOrgVideo(data.jsonLd, base);
  const bare = mergeVideos(
    schemaOrg ?? { title: '', description: '', tags: [] },
    readOpenGraphWords(data, base),
  );
  return { ...bare, title: bare.title || titleOfPage(data.title, pageUrl) };
}

function baseOf({ baseHref }: PageData, pageUrl: string): string {
  return URL.parse(baseHref ?? '', pageUrl)?.href ?? pageUrl;
}

/** Some templates give every page the front page's address: ignored. */
function canonicalOf(data: PageData, pageUrl: string): { canonicalUrl?: string } {
  const canonicalUrl = cleanAddress(data.canonicalHref, baseOf(data, pageUrl));
  if (!canonicalUrl || siteHostOf(canonicalUrl) !== siteHostOf(pageUrl)) return {};
  const isFront = (url: URL) => url.pathname === '/' && url.search === '';
  if (isFront(new URL(canonicalUrl)) && !isFront(new URL(pageUrl))) return {};
  return { canonicalUrl };
}

function requireIndexable(response: SafeResponse): void {
  if (!forbidsIndexingByHeader(response.headers['x-robots-tag'])) return;
  response.discard();
  throw noIndexError();
}

function noIndexError(): SourceError {
  return new SourceError('robots', 'The page asks robots to skip it (noindex).');
}

function requirePage(response: SafeResponse): void {
  const type = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'text/html' || type === 'application/xhtml+xml') return;
  response.discard();
  if (type.startsWith('video/')) {
    throw new SourceError('is_video', `The address is a video file (${type}), not a page.`);
  }
  throw new SourceError('not_page', `The address returned ${type.slice(0, 60)}, not a web page.`);
}

/** From a byte order mark, or the <meta> that HTML requires within the first 1,024 bytes. */
function charsetOfHtml(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  const head = bytes.subarray(0, 1_024).toString('latin1');
  return /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1];
}

/** For a video without its own name: the page's title, else the words of its address. */
function titleOfPage(pageTitle: string, pageUrl: string): string {
  const title = cleanLine(pageTitle);
  if (title !== '') return title;
  const { hostname, pathname } = new URL(pageUrl);
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const words = segment.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[-_+]+/g, ' ');
  return cleanLine(decodeSegment(words)) || hostname;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
