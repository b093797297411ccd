import type { SafeFetch } from '../../kernel/lib/safe-fetch.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import type { EmbedProviders } from '../../library/embeds/index.ts';
import { withoutUndefined } from './clean-text.ts';
import { readEmbedPage } from './embed-page.ts';
import { type FetchedPage, fetchPage } from './page-reader.ts';
import type { SourceMetadata } from './source-item.ts';

/** What a source says of one video, from the source itself and from the video's page. */
type PageMedia = Pick<
  SourceMetadata,
  'contentUrl' | 'embedUrl' | 'thumbnailUrl' | 'durationSeconds' | 'width' | 'height'
>;

/** There is a `contentUrl` or an `embedUrl`, or both, unless the address itself is a provider's. */
export interface VideoPage extends PageMedia {
  /** Never empty. */
  title: string;
  description: string;
  tags: string[];
  category: string;
  /** What the page calls its video; a source's own word for it stands in its SourceItem. */
  externalId?: string;
  /** What the page says its own address is, if it is of the same site. */
  canonicalUrl?: string;
}

interface ReadOptions {
  metadata: SourceMetadata;
  /** What is done with the video: a player is enough to embed it, all else needs the file. */
  delivery?: 'hosted' | 'remote' | 'embed';
  /** Needed for embedding: whose players may be, and where their providers are asked. */
  embeds?: EmbedProviders;
  fetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * What a source says of one video. The source's word is enough if it names the title and what the delivery needs;
 * else the page is read, and fills what the source left out. Throws SourceError: `no_video` where neither file
 * nor player is named, `robots` where the page asks robots to leave it out.
 */
export async function readVideoPage(url: string, options: ReadOptions): Promise<VideoPage> {
  const { metadata } = options;
  const page = isEnough(url, options) ? {} : await readPage(url, options);
  const merged = { ...page, ...withoutUndefined(metadata) };
  const { contentUrl, embedUrl } = merged;
  const { thumbnailUrl, durationSeconds, width, height, externalId, pageUrl }: Page = merged;
  // A page that does not say is called what it was redirected to.
  const { canonicalUrl = pageUrl === url ? undefined : pageUrl }: Page = merged;
  const optional = { contentUrl, embedUrl, thumbnailUrl, durationSeconds, width, height };
  return {
    title: metadata.title?.trim() || page.title?.trim() || titleFromAddress(contentUrl ?? url),
    description: merged.description ?? '',
    tags: [...new Set(merged.tags)],
    category: merged.category ?? '',
    ...withoutUndefined({ ...optional, externalId, canonicalUrl }),
  };
}

type Page = Partial<FetchedPage>;

function isEnough(url: string, { metadata, delivery, embeds }: ReadOptions): boolean {
  const isThere = delivery === 'embed' ? (metadata.embedUrl ?? embeds?.find(url)) : metadata.contentUrl;
  return Boolean(metadata.title && isThere);
}

async function readPage(url: string, options: ReadOptions): Promise<Page> {
  const { metadata, delivery, embeds, fetch, signal } = options;
  try {
    if (delivery === 'embed' && embeds) return await readEmbedPage(url, { embeds, fetch, signal });
    return await fetchPage(url, { fetch, signal });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // The address is no page about a video but the video itself.
    if (error.code === 'is_video') return { contentUrl: url };
    // What the source itself names is not less because its page does not name it too.
    if (error.code === 'no_video' && (metadata.contentUrl || metadata.embedUrl)) return {};
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
