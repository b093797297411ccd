import type { LeasedDownload } from '../features/downloads/index.ts';
import type { EmbedProviders } from '../features/embeds/index.ts';
import { readVideoPage, type VideoPage, type Ytdlp } from '../features/readers/index.ts';
import { type CategoryMap, mapCategory, selectSourceDelivery } from '../features/sources/index.ts';
import { addressHash, canonicalAddress } from '../lib/canonical-address.ts';
import type { SafeFetch } from '../lib/safe-fetch.ts';
import { SourceError } from '../lib/source-error.ts';
import { requirePlayable } from './remote-address.ts';
import type { Delivery, DescribedVideo, Pipeline } from './work.ts';

/** What the source says of the video; its page is read only where the sitemap did not say enough. */
export async function describeVideo(
  { db, manners, ytdlp, embeds, outboundAllow }: Pipeline,
  { job, metadata }: LeasedDownload,
  signal: AbortSignal,
): Promise<DescribedVideo> {
  const source = job.source_id === null ? undefined : await selectSourceDelivery(db, job.source_id);
  const delivery = (source?.delivery ?? 'hosted') as Delivery;
  const broughtBy = source?.kind === 'ytdlp' && delivery === 'hosted' ? 'ytdlp' : 'transfer';
  const fetch = manners.fetchFor(job.source_id);
  const page =
    broughtBy === 'ytdlp'
      ? await readByYtdlp(ytdlp, job.source_url, { fetch, signal })
      : await readVideoPage(job.source_url, { metadata, delivery, embeds, fetch, signal });
  const { title, description, tags } = page;
  const media = delivery === 'embed' ? findPlayer(embeds, page.embedUrl, job.source_url) : filmOf(page);
  // Before anything of it is claimed; where the address leads is seen when it is looked at.
  if (delivery === 'remote') requirePlayable(media.mediaUrl, outboundAllow);
  const durationSeconds = Math.round(page.durationSeconds ?? 0);
  const address = { sourceUrl: job.source_url, sourceUrlHash: job.source_url_hash, sourceId: job.source_id };
  const category = mapCategory((source?.category_map ?? {}) as CategoryMap, page.category);
  return {
    delivery,
    broughtBy,
    ...media,
    thumbnailUrl: page.thumbnailUrl,
    durationSeconds,
    width: page.width ?? null,
    height: page.height ?? null,
    draft: { title, description, tags, category, ...address },
    newcomer: {
      addressHash: job.source_url_hash,
      canonicalHash: otherAddress(page.canonicalUrl, job.source_url),
      sourceId: job.source_id,
      externalId: job.external_id ?? page.externalId ?? null,
      title,
      durationSeconds,
    },
  };
}

/**
 * What yt-dlp reads on the page. It opens connections of its own, so the page is asked for politely first: that
 * keeps robots.txt, a pause that the source wants, and the host's turn.
 */
async function readByYtdlp(
  ytdlp: Ytdlp,
  url: string,
  { fetch, signal }: { fetch: SafeFetch; signal: AbortSignal },
): Promise<VideoPage> {
  (await fetch(url, { method: 'HEAD', signal })).discard();
  const page = await ytdlp.readPage(url, { signal });
  return { ...page, category: page.category ?? '', contentUrl: url };
}

type DescribedMedia = Pick<DescribedVideo, 'mediaUrl' | 'embed'>;

function filmOf({ contentUrl }: VideoPage): DescribedMedia {
  if (contentUrl) return { mediaUrl: contentUrl };
  throw new SourceError('no_video', 'The page names a player, but no file that could be downloaded.');
}

/** Provider and id, and never HTML: of the player that the source names, or of the page where that is a provider's. */
function findPlayer(embeds: EmbedProviders, embedUrl: string | undefined, pageUrl: string): DescribedMedia {
  const embed = (embedUrl ? embeds.find(embedUrl) : undefined) ?? embeds.find(pageUrl);
  const frame = embed && embeds.frameOf(embed);
  if (frame) return { mediaUrl: frame.playerUrl, embed };
  throw new SourceError('no_video', whyNoPlayer(embeds, embedUrl));
}

/** Says what the operator can do about it. */
function whyNoPlayer({ hosts }: EmbedProviders, embedUrl: string | undefined): string {
  if (!embedUrl) return 'The page names no player that could be embedded.';
  const url = URL.parse(embedUrl);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return 'The player that the page names has no https address, so it cannot be embedded.';
  const address = url.href.slice(0, 300);
  if (hosts.has(url.host))
    return `The player's address ${address} has not the form that EMBED_PROVIDERS gives for ${url.host}.`;
  const name = url.hostname.replace(/[^a-z0-9]+/gi, '-').slice(0, 40);
  return `The player is at ${url.host}, which EMBED_PROVIDERS does not list: add it there, as in ${name}=https://${url.host}/embed/{id} (the address is ${address}).`;
}

/** Of the address that a page gives as its own; null where that is the one it was asked by, or cannot be used. */
function otherAddress(canonicalUrl: string | undefined, sourceUrl: string): Buffer | null {
  if (!canonicalUrl || !URL.canParse(canonicalUrl)) return null;
  try {
    const canonical = canonicalAddress(canonicalUrl);
    return canonical === sourceUrl ? null : addressHash(canonical);
  } catch {
    return null;
  }
}
