import { type PageRules, TAKEN_FIELDS } from '@vesper/contract';
import type { SafeFetch } from '../../../kernel/lib/outbound/safe-fetch.ts';
import { SourceError } from '../../../kernel/lib/outbound/source-error.ts';
import type { EmbedProviders } from '../../../library/embeds/index.ts';
import { withoutUndefined } from '../clean-text.ts';
import { siteHostOf } from '../file/source-file.ts';
import { type OembedVideo, readOembed } from './oembed.ts';
import { type FetchedPage, fetchPage } from './page-reader.ts';

interface EmbedPageOptions {
  embeds: EmbedProviders;
  rules?: PageRules | null | undefined;
  fetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * What is said about a video to embed: by its provider if the address is one of the provider's and EMBED_PROVIDERS
 * names an endpoint, else by its page, and if that names no player, by the oEmbed answer that it links to. Requests
 * only the page's site and providers. Throws SourceError like `fetchPage`.
 */
export async function readEmbedPage(url: string, options: EmbedPageOptions): Promise<Partial<FetchedPage>> {
  return (await askProvider(url, options)) ?? (await askPage(url, options));
}

const OEMBED = 'oEmbed';

async function askProvider(
  url: string,
  { embeds, fetch, signal }: EmbedPageOptions,
): Promise<Partial<FetchedPage> | undefined> {
  const ref = embeds.find(url);
  const endpoint = ref && embeds.oembedAddress(ref);
  if (!endpoint) return undefined;
  try {
    return fieldsOf(
      await readOembed(endpoint, { fetch, signal, mayAsk: (host) => embeds.hosts.has(host) }),
      embeds,
    );
  } catch (error) {
    // If the provider's answer is unusable, the page itself may be usable.
    if (error instanceof SourceError && error.kind === 'permanent' && error.code !== 'http_status')
      return undefined;
    throw error;
  }
}

async function askPage(
  url: string,
  { embeds, rules, fetch, signal }: EmbedPageOptions,
): Promise<Partial<FetchedPage>> {
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

function fieldsOf(
  { players, authorName, ...said }: OembedVideo,
  embeds: EmbedProviders,
): Partial<FetchedPage> {
  const embedUrl = players.find((player) => embeds.find(player)) ?? players[0];
  // Many licences require the author's name, so it is part of the description.
  const description = authorName ? `By ${authorName}.` : '';
  const fields = {
    ...said,
    description,
    player: embedUrl,
    thumbnail: said.thumbnailUrl,
    duration: said.durationSeconds,
  };
  const named = TAKEN_FIELDS.filter((field) => field in fields && fields[field as keyof typeof fields]);
  const takenFrom = Object.fromEntries(named.map((field) => [field, OEMBED]));
  return { ...said, description, ...withoutUndefined({ embedUrl }), takenFrom };
}
