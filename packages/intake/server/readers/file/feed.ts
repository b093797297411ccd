import type { SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { siteHostOf } from '../site.ts';
import {
  limitProblems,
  type SourceEntry,
  type SourceFileRead,
  type SourceItem,
  type SourceProblem,
  toProblem,
} from '../source-item.ts';
import { isNotPublic, toFeedItem } from './feed-entry.ts';
import { createFeedParser, type FeedElement } from './feed-parser.ts';
import { type ReadOptions, readSourceFile, textOf } from './source-file.ts';
import { parseEntries } from './xml-stream.ts';

export type FeedLimits = typeof FEED_LIMITS;
export type FeedOptions = ReadOptions<FeedLimits>;

const FEED_LIMITS = {
  maxFileBytes: 52_428_800,
  maxRatio: 250,
  transfer: { totalTimeoutMs: 600_000 },
  /** RFC 5005, rel="next". */
  maxPages: 50,
  maxEntriesPerPage: 50_000,
};

/**
 * Streams a feed's entries, RSS 2.0, RSS 1.0 or Atom, and its further pages on the same site. Errors become problems;
 * throws only the reason of `signal`. Reported as read once, for the first page and if all were read: new entries
 * come first, so an unchanged first page suffices.
 */
export function readFeed(url: string, options: FeedOptions): AsyncGenerator<SourceEntry, void, undefined> {
  return limitProblems(url, walkPages(url, options));
}

interface Page {
  url: string;
  next: string | undefined;
  read: SourceFileRead | undefined;
}

async function* walkPages(url: string, options: FeedOptions): AsyncGenerator<SourceEntry, void, undefined> {
  const limits = { ...FEED_LIMITS, ...options.limits };
  const seen = new Set<string>();
  let first: Page | undefined;
  for (let next: string | undefined = url; next !== undefined; ) {
    const refusal = refusePage(next, seen, limits.maxPages);
    if (refusal) {
      yield toProblem(url, refusal);
      return;
    }
    const page: Page = { url: next, next: undefined, read: undefined };
    yield* readPage(page, first && siteHostOf(first.url), options, limits);
    if (!page.read) return;
    first ??= page;
    next = page.next;
  }
  if (first?.read) yield first.read;
}

/** Remembers the page; returns why it must not be read. */
function refusePage(url: string, seen: Set<string>, maxPages: number): SourceError | undefined {
  let canonical: string;
  try {
    canonical = canonicalAddress(url);
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
  if (seen.has(canonical)) return new SourceError('feed_cycle', 'The pages of the feed form a loop.');
  if (seen.size >= maxPages) {
    const sentence = `The feed has more than ${maxPages} pages; the rest of it was not read.`;
    return new SourceError('too_many', sentence);
  }
  seen.add(canonical);
  return undefined;
}

async function* readPage(
  page: Page,
  siteHost: string | undefined,
  { fetch, signal }: FeedOptions,
  limits: FeedLimits,
): AsyncGenerator<SourceEntry, void, undefined> {
  const asked = page.url;
  const accept = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5';
  const read = (response: SafeResponse) => {
    page.url = response.url;
    return readEntries(asked, page, siteHost, { response, limits });
  };
  for await (const entry of readSourceFile(asked, { fetch, signal, accept, limits }, read)) {
    if (entry.type === 'file_read') page.read = entry;
    else yield entry;
  }
}

async function* readEntries(
  file: string,
  page: Page,
  siteHost: string | undefined,
  { response, limits }: { response: SafeResponse; limits: FeedLimits },
): AsyncGenerator<SourceItem | SourceProblem, undefined, undefined> {
  if (siteHost !== undefined) requireSite(page.url, siteHost);
  let base = page.url;
  let entries = 0;
  for await (const { type, element } of parseEntries(
    textOf(response, limits, 'xml'),
    createFeedParser(page.url),
  )) {
    if (type === 'link') {
      page.next ??= nextAddress(element, page.url);
      base = channelAddress(element, page.url) ?? base;
      continue;
    }
    entries += 1;
    if (entries > limits.maxEntriesPerPage) throw tooManyError(limits.maxEntriesPerPage);
    if (!isNotPublic(element)) yield toEntry(element, base, file);
  }
  if (page.next !== undefined) requireSite(page.next, siteHost ?? siteHostOf(page.url));
  return undefined;
}

function toEntry(element: FeedElement, base: string, file: string): SourceItem | SourceProblem {
  try {
    return toFeedItem(element, base);
  } catch (error) {
    if (error instanceof SourceError) return toProblem(file, error);
    throw error;
  }
}

/** In RSS, <atom:link>. */
function nextAddress({ attributes, base }: FeedElement, pageUrl: string): string | undefined {
  if (attributes.get('rel')?.trim().toLowerCase() !== 'next') return undefined;
  return URL.parse(attributes.get('href') ?? '', base ?? pageUrl)?.href;
}

/** RSS: the channel's site, the base of relative addresses. */
function channelAddress({ attributes, text, base }: FeedElement, pageUrl: string): string | undefined {
  if (attributes.has('href') || text.trim() === '') return undefined;
  const url = URL.parse(text.trim(), base ?? pageUrl);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

function requireSite(url: string, siteHost: string): void {
  if (siteHostOf(url) === siteHost) return;
  const host = URL.parse(url)?.host ?? '';
  const sentence = `The feed continues on another site (${host.slice(0, 200)}), which is not read.`;
  throw new SourceError('foreign_host', sentence);
}

function tooManyError(maxEntries: number): SourceError {
  const most = maxEntries.toLocaleString('en');
  return new SourceError('too_many', `The feed has more than ${most} entries; the rest of it was not read.`);
}
