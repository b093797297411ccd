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
  contentUrl: string;
}

interface ReadOptions {
  metadata: SourceMetadata;
  fetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * What a source says of one video. The sitemap's word is enough if it names title and file; else the page is
 * read, and fills what the sitemap left out. Throws SourceError where no file is named.
 */
export async function readVideoPage(url: string, options: ReadOptions): Promise<VideoPage> {
  const { metadata } = options;
  const page = metadata.title && metadata.contentUrl ? {} : await readPage(url, options);
  const contentUrl = metadata.contentUrl ?? page.contentUrl;
  if (!contentUrl)
    throw new SourceError('no_video', 'The page names a player, but no file that could be downloaded.');
  return {
    title: metadata.title?.trim() || page.title?.trim() || titleFromAddress(contentUrl),
    description: metadata.description ?? page.description ?? '',
    tags: [...new Set(metadata.tags ?? page.tags ?? [])],
    category: metadata.category ?? page.category ?? '',
    contentUrl,
  };
}

async function readPage(url: string, { fetch, signal }: ReadOptions): Promise<SourceMetadata> {
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
