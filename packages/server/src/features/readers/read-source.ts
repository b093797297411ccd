import type { SafeFetch } from '../../lib/safe-fetch.ts';
import { SourceError } from '../../lib/source-error.ts';
import { withoutUndefined } from './clean-text.ts';
import { readSitemap, type SitemapPage } from './sitemap.ts';
import type { SourceItem, SourceMetadata, SourceProblem } from './source-item.ts';

export interface ReadableSource {
  kind: string;
  baseUrl: string;
}

export interface ReadSourceOptions {
  /** Keeps the source's manners. */
  fetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * Streams what a source names, in its order. What cannot be read is a problem with a sentence; only the reason of
 * `signal`, and a SourceError about the whole source, are thrown. Leaving the loop early ends the transfer.
 */
export async function* readSource(
  { kind, baseUrl }: ReadableSource,
  options: ReadSourceOptions,
): AsyncGenerator<SourceItem | SourceProblem, void, undefined> {
  if (kind !== 'sitemap')
    throw new SourceError('bad_address', `Sources of the kind "${kind}" cannot be read.`);
  for await (const entry of readSitemap(baseUrl, options)) {
    yield entry.type === 'page' ? { type: 'item', loc: entry.loc, metadata: metadataOf(entry) } : entry;
  }
}

export function metadataOf({ video }: SitemapPage): SourceMetadata | null {
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
  });
}
