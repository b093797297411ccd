import { canonicalAddress } from '../../kernel/lib/canonical-address.ts';
import type { SafeFetch } from '../../kernel/lib/safe-fetch.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import { withoutUndefined } from './clean-text.ts';
import { readFeed } from './feed.ts';
import { readList } from './list.ts';
import { type SitemapPage, type SitemapPart, walkSitemap } from './sitemap.ts';
import type { SourceEntry, SourceItem, SourceMetadata } from './source-item.ts';
import { limitProblems } from './source-problem.ts';

export interface ReadableSource {
  kind: string;
  baseUrl: string;
}

export interface ReadSourceOptions {
  /** Must be polite to the source. */
  fetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * Streams a source's entries in order. Anything unreadable is a problem with a sentence; only the reason of `signal`,
 * and a SourceError about the whole source, are thrown. Leaving the loop early ends the transfer. Addresses are
 * absolute and http or https; a sitemap's are on its own site, a feed's or list's may be anywhere.
 */
export function readSource(
  source: ReadableSource,
  options: ReadSourceOptions,
): AsyncGenerator<SourceEntry, void, undefined> {
  const { kind, baseUrl } = source;
  if (kind !== 'sitemap') return readOther(source, options);
  return limitProblems<SourceEntry>(baseUrl, itemsOf(walkSitemap(baseUrl, options)));
}

async function* readOther(
  { kind, baseUrl }: ReadableSource,
  options: ReadSourceOptions,
): AsyncGenerator<SourceEntry, void, undefined> {
  if (kind === 'feed') yield* readFeed(baseUrl, options);
  else if (kind === 'list') yield* readList(baseUrl, options);
  // The page, or yt-dlp, is asked when its video is downloaded.
  else if (kind === 'page' || kind === 'ytdlp') yield singleItem(baseUrl);
  else throw new SourceError('bad_address', `Sources of the kind "${kind}" cannot be read.`);
}

/** Part by part: a sitemap has too many entries to yield one by one more than once. */
async function* itemsOf(
  parts: AsyncIterable<SitemapPart>,
): AsyncGenerator<SourceEntry[] | SourceEntry, void, undefined> {
  for await (const part of parts) {
    yield Array.isArray(part) ? part.map((entry) => (entry.type === 'page' ? toItem(entry) : entry)) : part;
  }
}

/** The item of a sitemap's page. */
export function toItem(page: SitemapPage): SourceItem {
  return { type: 'item', loc: page.loc, metadata: metadataOf(page) };
}

function singleItem(url: string): SourceEntry {
  canonicalAddress(url);
  return { type: 'item', loc: new URL(url).href, metadata: null };
}

function metadataOf({ video }: SitemapPage): SourceMetadata | null {
  if (!video) return null;
  return withoutUndefined({
    title: video.title || undefined,
    description: video.description || undefined,
    tags: video.tags.length > 0 ? video.tags : undefined,
    category: video.category || undefined,
    contentUrl: video.contentLoc,
    embedUrl: video.playerLoc,
    thumbnailUrl: video.thumbnailLoc,
    durationSeconds: video.durationSeconds,
    publishedAt: video.publicationDate?.toISOString(),
  });
}
