import type { PageRules, TakenFrom } from '@vesper/contract';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { percentDecoded } from '@vesper/core/lib/text/percent-decoded.ts';
import type { EmbedProviders } from '@vesper/library/embeds';
import { withoutUndefined } from '../clean-text.ts';
import { siteHostOf } from '../site.ts';
import type { SourceMetadata } from '../source-item.ts';
import { type OembedVideo, readOembed } from './oembed.ts';
import { type FetchedPage, fetchPage } from './page-reader.ts';
import { RULES_FORM } from './page-rules.ts';
import { type FilmAddress, filmKindOf, inTurn, takenBy } from './page-video.ts';

type PageMedia = Pick<SourceMetadata, 'embedUrl' | 'thumbnailUrl' | 'durationSeconds' | 'width' | 'height'>;

/** Has `films`, an `embedUrl` or both, unless the address is a provider's. */
export interface VideoPage extends PageMedia {
  /** In order of preference. */
  films: FilmAddress[];
  takenFrom: TakenFrom;
  notes: string[];
  title: string;
  description: string;
  tags: string[];
  category: string;
  /** Two or three letters. */
  language?: string;
  /** The page's own; the source's is in its SourceItem. */
  externalId?: string;
  /** Only if on the same site. */
  canonicalUrl?: string;
}

interface ReadOptions {
  metadata: SourceMetadata;
  /** Embedding needs a player, everything else the file. */
  delivery?: 'hosted' | 'remote' | 'embed';
  /** For embedding: allowed players and their endpoints. */
  embeds?: EmbedProviders;
  /** Rules take precedence over the source's words. */
  rules?: PageRules | null | undefined;
  fetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * The source suffices if it names the title and what the delivery needs; else the page fills the gaps. With rules the
 * page is always read. Throws SourceError: `no_video` without file and player or if not free, `robots` if the page
 * asks robots to skip it.
 */
export async function readVideoPage(url: string, options: ReadOptions): Promise<VideoPage> {
  if (options.metadata.requiresSubscription)
    throw new SourceError('no_video', 'The source says that this video is not free (requires_subscription).');
  const page = isEnough(url, options) ? {} : await readPage(url, options);
  const metadata = withoutRuled(options.metadata, page.takenFrom);
  const merged = { ...page, ...withoutUndefined(metadata) };
  const named = [metadata.contentUrl, metadata.streamUrl]
    .filter((url) => url !== undefined)
    .map((url) => ({ url, kind: filmKindOf(url) }));
  const films = inTurn([...named, ...(page.films ?? [])]);
  const { thumbnailUrl, durationSeconds, width, height, externalId, pageUrl, language }: Page = merged;
  // Without a canonical address, the redirect's target.
  const { canonicalUrl = pageUrl === url ? undefined : pageUrl }: Page = merged;
  const optional = { embedUrl: merged.embedUrl, thumbnailUrl, durationSeconds, width, height };
  return {
    title: metadata.title?.trim() || page.title?.trim() || titleFromAddress(films[0]?.url ?? url),
    description: merged.description ?? '',
    tags: [...new Set(merged.tags)],
    category: merged.category ?? '',
    films,
    takenFrom: { ...page.takenFrom, ...takenFromSource(metadata) },
    notes: page.notes ?? [],
    ...withoutUndefined({ ...optional, language, externalId, canonicalUrl }),
  };
}

function withoutRuled(metadata: SourceMetadata, takenFrom: TakenFrom = {}): SourceMetadata {
  const { title, film, thumbnail, duration, tags } = takenFrom;
  const isRuled = {
    title,
    contentUrl: film,
    thumbnailUrl: thumbnail,
    durationSeconds: duration,
    tags,
  } satisfies { [Name in keyof SourceMetadata]?: unknown };
  const kept = Object.entries(metadata).filter(
    ([name]) => isRuled[name as keyof typeof isRuled] !== RULES_FORM,
  );
  return Object.fromEntries(kept);
}

function takenFromSource(metadata: SourceMetadata): TakenFrom {
  const { title, contentUrl: film, embedUrl: player, thumbnailUrl: thumbnail } = metadata;
  const { durationSeconds: duration, description, category, tags = [] } = metadata;
  const said = { title, film, player, thumbnail, duration, description, tags: tags[0], category };
  return takenBy('the source', said);
}

type Page = Partial<FetchedPage>;

function isEnough(url: string, { metadata, delivery, embeds, rules }: ReadOptions): boolean {
  if (rules) return false;
  const isThere = delivery === 'embed' ? (metadata.embedUrl ?? embeds?.find(url)) : metadata.contentUrl;
  return Boolean(metadata.title && isThere);
}

async function readPage(url: string, options: ReadOptions): Promise<Page> {
  const { metadata, delivery, embeds, rules, fetch, signal } = options;
  try {
    if (delivery === 'embed' && embeds) return await readEmbedPage(url, { embeds, rules, fetch, signal });
    return await fetchPage(url, { fetch, signal, rules });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    // The address is the video itself.
    if (error.code === 'is_video') return { films: [{ url, kind: filmKindOf(url) }] };
    // The source's video stands even if its page does not name it.
    if (error.code === 'no_video' && (metadata.contentUrl || metadata.embedUrl)) return {};
    throw error;
  }
}

/** "/media/slow-violet_gradient.mp4" becomes "slow violet gradient". */
function titleFromAddress(url: string): string {
  const name = percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '');
  return (
    name
      .replace(/\.[a-z0-9]+$/i, '')
      .replace(/[-_]+/g, ' ')
      .trim() || 'Untitled video'
  );
}

interface EmbedPageOptions extends Pick<ReadOptions, 'rules' | 'fetch' | 'signal'> {
  embeds: EmbedProviders;
}

/**
 * Asks the provider's endpoint in EMBED_PROVIDERS, else the page, else the oEmbed answer it links to. Requests only
 * the page's site and providers. Throws SourceError like `fetchPage`.
 */
async function readEmbedPage(url: string, options: EmbedPageOptions): Promise<Page> {
  return (await askProvider(url, options)) ?? (await askPage(url, options));
}

const OEMBED = 'oEmbed';

async function askProvider(
  url: string,
  { embeds, fetch, signal }: EmbedPageOptions,
): Promise<Page | undefined> {
  const ref = embeds.find(url);
  const endpoint = ref && embeds.oembedAddress(ref);
  if (!endpoint) return undefined;
  try {
    const mayAsk = (host: string) => embeds.hosts.has(host);
    return fieldsOf(await readOembed(endpoint, { fetch, signal, mayAsk }), embeds);
  } catch (error) {
    // The page may still be usable.
    if (error instanceof SourceError && error.kind === 'permanent' && error.code !== 'http_status')
      return undefined;
    throw error;
  }
}

async function askPage(url: string, { embeds, rules, fetch, signal }: EmbedPageOptions): Promise<Page> {
  const isProviders = embeds.find(url) !== undefined;
  const page = await fetchPage(url, { fetch, signal, rules, needsVideo: !isProviders, orOembed: true });
  if (isProviders || page.embedUrl || !page.oembedUrl) return page;
  const site = siteHostOf(page.pageUrl);
  const mayAsk = (host: string) => embeds.hosts.has(host) || siteHostOf(`https://${host}`) === site;
  const said = fieldsOf(await readOembed(page.oembedUrl, { fetch, signal, mayAsk }), embeds);
  const title = said.title ?? page.title;
  const description = page.description || said.description || '';
  const takenFrom = { ...said.takenFrom, ...page.takenFrom, ...(said.title && { title: OEMBED }) };
  return { ...said, ...withoutUndefined(page), title, description, takenFrom };
}

function fieldsOf({ players, authorName, ...said }: OembedVideo, embeds: EmbedProviders): Page {
  const embedUrl = players.find((player) => embeds.find(player)) ?? players[0];
  // Many licences require the author's name.
  const description = authorName ? `By ${authorName}.` : '';
  const { title, thumbnailUrl: thumbnail, durationSeconds: duration } = said;
  const takenFrom = takenBy(OEMBED, { title, description, player: embedUrl, thumbnail, duration });
  return { ...said, description, ...withoutUndefined({ embedUrl }), takenFrom };
}
