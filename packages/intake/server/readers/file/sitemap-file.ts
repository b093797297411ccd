import type { SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import {
  cleanAddress,
  cleanCategory,
  cleanDate,
  cleanDescription,
  cleanDuration,
  cleanLine,
  cleanTags,
  withoutUndefined,
} from '../clean-text.ts';
import { hostsOfSource, type Site } from '../site.ts';
import { type SourceItem, type SourceMetadata, type SourceProblem, toProblem } from '../source-item.ts';
import { createSitemapParser, type RawSitemapEntry } from './sitemap-parser.ts';
import { type FileNotice, type ReadOptions, readSourceFile, textOf } from './source-file.ts';
import { parseBatches } from './xml-stream.ts';

export interface SitemapChild {
  type: 'child';
  loc: string;
  lastmod?: Date;
}

export type SitemapFileLimits = typeof SITEMAP_FILE_LIMITS;

/** sitemaps.org allows 50 MiB and 50,000 addresses. */
const SITEMAP_FILE_LIMITS = {
  maxFileBytes: 52_428_800,
  maxAddressesPerFile: 50_000,
  maxRatio: 250,
  transfer: { totalTimeoutMs: 600_000 },
};

export interface SitemapFileOptions extends ReadOptions<SitemapFileLimits> {
  /** Addresses elsewhere are refused; by default the site of `url`. */
  site?: Site;
}

export type SitemapEntry = SourceItem | SitemapChild | SourceProblem;

/**
 * Streams one sitemap file, an index or a list, compressed or not, in batches with bounded memory. Errors become
 * problems after the entries before them; throws only the reason of `signal`.
 */
export function readSitemapParts(
  url: string,
  { fetch, signal, ...options }: SitemapFileOptions,
): AsyncGenerator<SitemapEntry[] | FileNotice, void, undefined> {
  const limits = { ...SITEMAP_FILE_LIMITS, ...options.limits };
  const site = options.site ?? hostsOfSource(url, options.hosts);
  const accept = 'application/xml, text/xml, */*;q=0.5';
  const read = async function* (response: SafeResponse) {
    requireSite(response, site);
    let isIndex = false;
    let addresses = 0;
    for await (const batch of parseBatches(textOf(response, limits, 'utf-8'), createSitemapParser())) {
      const allowed = batch.slice(0, limits.maxAddressesPerFile - addresses);
      isIndex ||= allowed.some(({ type }) => type === 'child');
      yield allowed.map((raw) => toEntry(raw, url, site));
      addresses += batch.length;
      if (addresses > limits.maxAddressesPerFile) throw tooManyError(limits.maxAddressesPerFile);
    }
    return isIndex ? ('index' as const) : undefined;
  };
  return readSourceFile(url, { fetch, signal, accept, limits }, read);
}

/** One by one, without the final notice. */
export async function* readSitemapItems(
  url: string,
  options: SitemapFileOptions,
): AsyncGenerator<SitemapEntry, void, undefined> {
  for await (const part of readSitemapParts(url, options)) {
    if (Array.isArray(part)) yield* part;
    else if (part.type === 'problem') yield part;
  }
}

function requireSite(response: SafeResponse, site: Site): void {
  const { host } = new URL(response.url);
  if (site.has(host)) return;
  throw new SourceError('foreign_host', `The sitemap leads to another site (${host}), which is not read.`);
}

function toEntry(raw: RawSitemapEntry, file: string, site: Site): SitemapEntry {
  try {
    const loc = checkLoc(raw.loc, file, site);
    const lastmod = cleanDate(raw.lastmod);
    const dated = { loc, ...(lastmod && { lastmod }) };
    if (raw.type === 'child') return { type: 'child', ...dated };
    return { type: 'item', ...dated, metadata: raw.video ? toMetadata(raw.video, loc) : null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const host = error.code === 'foreign_host' ? URL.parse(raw.loc, file)?.host : undefined;
    return { ...toProblem(file, error), ...(host && { host }) };
  }
}

/** Absolute, otherwise unchanged: it is fetched as written. */
function checkLoc(loc: string, file: string, site: Site): string {
  // Fast path: nearly all are absolute and canonical.
  if (/^https?:\/\/[^/]/.test(loc) && canonicalAddress(loc) === loc && site.has(hostOfCanonical(loc)))
    return loc;
  const url = URL.parse(loc, file);
  if (loc === '' || !url) throw new SourceError('bad_address', `"${loc.slice(0, 200)}" is not an address.`);
  canonicalAddress(url.href);
  if (!site.has(url.host)) {
    throw new SourceError('foreign_host', `${url.href.slice(0, 200)} belongs to another site.`);
  }
  return url.href;
}

function hostOfCanonical(url: string): string {
  const start = url.indexOf('//') + 2;
  return url.slice(start, url.indexOf('/', start));
}

function toMetadata(fields: Map<string, string[]>, page: string): SourceMetadata {
  const value = (name: string) => fields.get(name)?.[0];
  const address = (name: string) => cleanAddress(value(name), page);
  const tags = cleanTags(fields.get('tag') ?? []);
  return withoutUndefined({
    title: cleanLine(value('title')) || undefined,
    description: cleanDescription(value('description')) || undefined,
    tags: tags.length > 0 ? tags : undefined,
    category: cleanCategory(value('category')) || undefined,
    contentUrl: address('content_loc'),
    embedUrl: address('player_loc'),
    thumbnailUrl: address('thumbnail_loc'),
    durationSeconds: cleanDuration(Number(value('duration'))),
    publishedAt: cleanDate(value('publication_date'))?.toISOString(),
    requiresSubscription: /^(?:yes|true)$/i.test(value('requires_subscription') ?? '') || undefined,
  });
}

function tooManyError(maxAddresses: number): SourceError {
  const most = maxAddresses.toLocaleString('en');
  const sentence = `The sitemap lists more than ${most} addresses; the rest of it was not read.`;
  return new SourceError('too_many', sentence);
}
