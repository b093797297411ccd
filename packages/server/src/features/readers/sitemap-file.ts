import { canonicalAddress } from '../../lib/canonical-address.ts';
import { type Chunks, decodeBody } from '../../lib/response-body.ts';
import { requireOk, type SafeFetch, type SafeResponse, type TransferLimits } from '../../lib/safe-fetch.ts';
import { SourceError, type SourceErrorCode } from '../../lib/source-error.ts';
import {
  cleanAddress,
  cleanCategory,
  cleanCount,
  cleanDate,
  cleanDescription,
  cleanDuration,
  cleanLine,
  cleanTags,
  withoutUndefined,
} from './clean-text.ts';
import { createSitemapParser, type RawSitemapEntry, type SitemapParser } from './sitemap-parser.ts';

/** What the video extension of a sitemap says about a page's video. Missing or unusable fields are absent. */
export interface SitemapVideo {
  title: string;
  description: string;
  thumbnailLoc?: string;
  contentLoc?: string;
  playerLoc?: string;
  durationSeconds?: number;
  publicationDate?: Date;
  expirationDate?: Date;
  tags: string[];
  category?: string;
  viewCount?: number;
  familyFriendly?: boolean;
}

export interface SitemapPage {
  type: 'page';
  loc: string;
  lastmod?: Date;
  video?: SitemapVideo;
}

/** A file that a sitemap index names. */
export interface SitemapChild {
  type: 'child';
  loc: string;
  lastmod?: Date;
}

/** Something that could not be read; `url` is the sitemap file in which it stands. */
export interface SitemapProblem {
  type: 'problem';
  url: string;
  code: SourceErrorCode;
  kind: 'permanent' | 'transient';
  message: string;
}

export interface SitemapFileLimits {
  /** Of one file, unpacked. sitemaps.org allows 50 MiB. */
  maxFileBytes: number;
  /** sitemaps.org allows 50,000. */
  maxAddressesPerFile: number;
  /** How many times its size a file may unpack to. */
  maxRatio: number;
  transfer: Partial<TransferLimits>;
}

const SITEMAP_FILE_LIMITS: SitemapFileLimits = {
  maxFileBytes: 52_428_800,
  maxAddressesPerFile: 50_000,
  maxRatio: 250,
  transfer: { totalTimeoutMs: 600_000 },
};

export interface SitemapFileOptions {
  fetch: SafeFetch;
  signal?: AbortSignal | undefined;
  limits?: Partial<SitemapFileLimits>;
  /** The host to which all addresses must belong; that of `url` unless given. */
  siteHost?: string;
}

/**
 * Streams one sitemap file, an index or a list of pages, packed or not. Memory stays bounded: the network waits
 * for the reader. A fault is a problem among the entries, and what came before it counts; nothing is thrown
 * but the reason of `signal`.
 */
export async function* readSitemapFile(
  url: string,
  options: SitemapFileOptions,
): AsyncGenerator<SitemapPage | SitemapChild | SitemapProblem, void, undefined> {
  const limits = { ...SITEMAP_FILE_LIMITS, ...options.limits };
  const siteHost = options.siteHost ?? siteHostOf(url);
  let response: SafeResponse | undefined;
  try {
    response = await openFile(url, siteHost, options, limits);
    let addresses = 0;
    for await (const raw of parseEntries(response.body, limits)) {
      addresses += 1;
      if (addresses > limits.maxAddressesPerFile) throw tooManyError(limits.maxAddressesPerFile);
      yield toEntry(raw, url, siteHost);
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    yield toProblem(url, error);
  } finally {
    response?.discard();
  }
}

export function toProblem(url: string, error: SourceError): SitemapProblem {
  return { type: 'problem', url, code: error.code, kind: error.kind, message: error.message };
}

/** Host and port, without "www.": what makes two addresses belong to one site. */
export function siteHostOf(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '');
}

async function openFile(
  url: string,
  siteHost: string,
  options: SitemapFileOptions,
  limits: SitemapFileLimits,
): Promise<SafeResponse> {
  const response = requireOk(
    await options.fetch(url, {
      ...limits.transfer,
      maxBytes: limits.maxFileBytes,
      headers: { accept: 'application/xml, text/xml, */*;q=0.5' },
      signal: options.signal,
    }),
  );
  if (siteHostOf(response.url) === siteHost) return response;
  response.discard();
  const host = new URL(response.url).host;
  throw new SourceError(
    'foreign_host',
    `The sitemap leads to another site (${host}), which is not followed.`,
  );
}

async function* parseEntries(
  body: Chunks,
  limits: SitemapFileLimits,
): AsyncGenerator<RawSitemapEntry, void, undefined> {
  const parser = createSitemapParser();
  let decoder: TextDecoder | undefined;
  for await (const chunk of unpacked(body, limits)) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield* feed(parser, decoder.decode(chunk, { stream: true }));
  }
  yield* feed(parser, decoder?.decode() ?? '');
  parser.end();
}

/** Entries that were complete before a fault come out before the fault does. */
function* feed(parser: SitemapParser, text: string): Generator<RawSitemapEntry, void, undefined> {
  let fault: { error: unknown } | undefined;
  try {
    parser.write(text);
  } catch (error) {
    fault = { error };
  }
  yield* parser.take();
  if (fault) throw fault.error;
}

/** The name does not say whether a file is packed, its first two bytes do. */
async function* unpacked(body: Chunks, limits: SitemapFileLimits): Chunks {
  const source = body[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const step = await source.next();
    if (step.done) break;
    head = Buffer.concat([head, step.value]);
  }
  const whole = joined(head, { [Symbol.asyncIterator]: () => source });
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  yield* isGzip
    ? decodeBody(whole, 'gzip', { maxBytes: limits.maxFileBytes, maxRatio: limits.maxRatio })
    : whole;
}

async function* joined(head: Uint8Array, rest: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** UTF-8, as sitemaps.org demands, unless a byte order mark says UTF-16. */
function encodingOf(firstBytes: Uint8Array): string {
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xfe) return 'utf-16le';
  return firstBytes[0] === 0xfe && firstBytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function toEntry(
  raw: RawSitemapEntry,
  file: string,
  siteHost: string,
): SitemapPage | SitemapChild | SitemapProblem {
  try {
    const loc = checkLoc(raw.loc, file, siteHost);
    const lastmod = cleanDate(raw.lastmod);
    const common = { loc, ...(lastmod && { lastmod }) };
    if (raw.type === 'child') return { type: 'child', ...common };
    return { type: 'page', ...common, ...(raw.video && { video: toVideo(raw.video, loc) }) };
  } catch (error) {
    if (error instanceof SourceError) return toProblem(file, error);
    throw error;
  }
}

/** The address as it stands, made absolute: the caller fetches this one and remembers its canonical form. */
function checkLoc(loc: string, file: string, siteHost: string): string {
  const url = URL.parse(loc, file);
  if (loc === '' || !url) throw new SourceError('bad_address', `"${loc.slice(0, 200)}" is not an address.`);
  canonicalAddress(url.href);
  if (siteHostOf(url.href) !== siteHost) {
    throw new SourceError('foreign_host', `${url.href.slice(0, 200)} belongs to another site.`);
  }
  return url.href;
}

function toVideo(fields: Map<string, string[]>, page: string): SitemapVideo {
  const value = (name: string) => fields.get(name)?.[0];
  const address = (name: string) => cleanAddress(value(name), page);
  const optional = {
    thumbnailLoc: address('thumbnail_loc'),
    contentLoc: address('content_loc'),
    playerLoc: address('player_loc'),
    durationSeconds: cleanDuration(Number(value('duration'))),
    publicationDate: cleanDate(value('publication_date')),
    expirationDate: cleanDate(value('expiration_date')),
    category: cleanCategory(value('category')) || undefined,
    viewCount: cleanCount(value('view_count')),
    familyFriendly: readYesNo(value('family_friendly')),
  };
  return {
    title: cleanLine(value('title')),
    description: cleanDescription(value('description')),
    tags: cleanTags(fields.get('tag') ?? []),
    ...withoutUndefined(optional),
  };
}

function readYesNo(text: string | undefined): boolean | undefined {
  if (/^(?:no|false)$/i.test(text ?? '')) return false;
  return /^(?:yes|true)$/i.test(text ?? '') ? true : undefined;
}

function tooManyError(maxAddresses: number): SourceError {
  const most = maxAddresses.toLocaleString('en');
  const sentence = `The sitemap names more than ${most} addresses; the rest of it was not read.`;
  return new SourceError('too_many', sentence);
}
