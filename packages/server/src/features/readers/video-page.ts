import type { SafeFetch } from '../../lib/safe-fetch.ts';
import { SourceError } from '../../lib/source-error.ts';
import { fetchPage } from './page-reader.ts';
import type { SourceMetadata } from './source-item.ts';

export interface VideoPage {
  title: string;
  description: string;
  tags: string[];
  category: string;
  /** Address of the file itself. */
  contentUrl?: string | undefined;
  /** A page with a player, for embedding. */
  embedUrl?: string | undefined;
  thumbnailUrl?: string | undefined;
  durationSeconds?: number | undefined;
  /** In pixels. */
  width?: number | undefined;
  height?: number | undefined;
  /** What the source itself calls the video. */
  externalId?: string | undefined;
  /** The address that the page was found to have, where it was read. */
  canonicalUrl?: string | undefined;
}

interface ReadOptions {
  metadata: SourceMetadata;
  /** The address without which the video is of no use: the page is read where the source did not name it. */
  needs: 'contentUrl' | 'embedUrl';
  fetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * What a source says of one video. The sitemap's word is enough if it names title and file (or player); else the
 * page is read, and fills what the sitemap left out. Throws SourceError where the page has no video.
 */
export async function readVideoPage(url: string, options: ReadOptions): Promise<VideoPage> {
  const { metadata, needs } = options;
  const isEnough = metadata.title && metadata[needs];
  const page: ReadPage = isEnough ? {} : await readPage(url, options);
  const { pageUrl: canonicalUrl, ...read } = page;
  const contentUrl = metadata.contentUrl ?? page.contentUrl;
  return {
    ...read,
    ...metadata,
    canonicalUrl,
    contentUrl,
    title: metadata.title?.trim() || page.title?.trim() || titleFromAddress(contentUrl ?? url),
    description: metadata.description ?? page.description ?? '',
    tags: [...new Set(metadata.tags ?? page.tags ?? [])],
    category: metadata.category ?? page.category ?? '',
  };
}

type ReadPage = SourceMetadata & { pageUrl?: string };

async function readPage(url: string, { fetch, signal }: ReadOptions): Promise<ReadPage> {
  try {
    return await fetchPage(url, { fetch, signal });
  } catch (error) {
    // The address is no page about a video but the video itself.
    if (error instanceof SourceError && error.code === 'is_video') return { contentUrl: url };
    throw error;
  }
}

/** "/media/slow-violet_gradient.mp4" reads "slow violet gradient". */
function titleFromAddress(url: string): string {
  const name = decoded(new URL(url).pathname.split('/').at(-1) ?? '');
  return (
    name
      .replace(/\.[a-z0-9]+$/i, '')
      .replace(/[-_]+/g, ' ')
      .trim() || 'Untitled video'
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
