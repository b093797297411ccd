import type { PageRules } from '@vesper/contract';
import type { OutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { addressHash, hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import {
  type FilmAddress,
  readVideoPage,
  type SourceMetadata,
  type VideoPage,
  type Ytdlp,
} from '@vesper/intake/readers';
import { type CategoryMap, mapCategory, selectSourceDelivery } from '@vesper/intake/sources';
import type { EmbedProviders } from '@vesper/library/embeds';
import { describeMoved } from './moved-film.ts';
import { requirePlayable } from './remote-address.ts';
import { describeUploaded } from './uploaded-film.ts';
import type { Delivery, DescribedVideo, MediaSettings, NamedJob, Pipeline } from './work.ts';

export type Describing = Pick<Pipeline, 'db' | 'manners' | 'ytdlp' | 'embeds' | 'outboundAllow' | 'media'>;

/** An address, and what its source says about the video there. */
interface NamedVideo {
  job: NamedJob;
  metadata: SourceMetadata;
}

/** What the source says about the video; reads its page only if the source did not say enough. */
export async function describeVideo(
  { db, manners, ytdlp, embeds, outboundAllow, media }: Describing,
  { job, metadata }: NamedVideo,
  signal: AbortSignal,
): Promise<DescribedVideo> {
  const source = job.source_id === null ? undefined : await selectSourceDelivery(db, job.source_id);
  const renditions = wantsRenditions(source?.renditions, media);
  const categoryMap = (source?.category_map ?? {}) as CategoryMap;
  if (source?.kind === 'folder')
    return { ...(await describeMoved(db, job, metadata, categoryMap)), renditions };
  if (source?.kind === 'upload') return { ...(await describeUploaded(db, job)), renditions };
  const delivery = (source?.delivery ?? 'hosted') as Delivery;
  const broughtBy = source?.kind === 'ytdlp' && delivery === 'hosted' ? 'ytdlp' : 'transfer';
  const isTransferred = delivery === 'hosted' && broughtBy === 'transfer';
  const fetch = manners.fetchFor(job.source_id);
  const rules = source?.page_rules as PageRules | null | undefined;
  const page =
    broughtBy === 'ytdlp'
      ? await readByYtdlp(ytdlp, job.source_url, { fetch, signal })
      : await readVideoPage(job.source_url, { metadata, delivery, embeds, rules, fetch, signal });
  const { title, description, tags } = page;
  const found =
    delivery === 'embed'
      ? findPlayer(embeds, page.embedUrl, job.source_url)
      : filmsOf(page, delivery, outboundAllow);
  const durationSeconds = Math.round(page.durationSeconds ?? 0);
  const address = { sourceUrl: job.source_url, sourceUrlHash: job.source_url_hash, sourceId: job.source_id };
  const category = mapCategory(categoryMap, page.category);
  return {
    delivery,
    broughtBy,
    ...{ films: [], ...found },
    takenFrom: page.takenFrom,
    thumbnailUrl: page.thumbnailUrl,
    durationSeconds,
    width: page.width ?? null,
    height: page.height ?? null,
    renditions,
    draft: { title, description, tags, category, language: page.language ?? null, ...address },
    newcomer: {
      addressHash: job.source_url_hash,
      canonicalHash: otherAddress(page.canonicalUrl, job.source_url),
      sourceId: job.source_id,
      externalId: job.external_id ?? page.externalId ?? null,
      filmHash: isTransferred ? hashOfAddress(found.mediaUrl) : null,
      title,
      durationSeconds,
    },
  };
}

function wantsRenditions(bySource = 'default', { hls }: MediaSettings): boolean {
  return bySource === 'default' ? hls : bySource === 'on';
}

/** yt-dlp opens its own connections: our own request first honours robots.txt, the source's pause and rate limit. */
async function readByYtdlp(
  ytdlp: Ytdlp,
  url: string,
  { fetch, signal }: { fetch: SafeFetch; signal: AbortSignal },
): Promise<VideoPage> {
  (await fetch(url, { method: 'HEAD', signal })).discard();
  const page = await ytdlp.readPage(url, { signal });
  const films = [{ url, kind: 'file' as const }];
  return { ...page, category: page.category ?? '', films, takenFrom: {}, notes: [] };
}

/** The addresses to try in turn; for a remote film only playable ones. Redirects are checked when requested. */
function filmsOf(
  { films }: VideoPage,
  delivery: Delivery,
  outboundAllow: OutboundAllow,
): Pick<DescribedVideo, 'mediaUrl' | 'films'> {
  const [first] = films;
  if (!first) throw new SourceError('no_video', 'The page has a player, but no file to download.');
  const usable = delivery === 'remote' ? films.filter((film) => isPlayable(film, outboundAllow)) : films;
  // Fails before the address is claimed.
  if (usable.length === 0) requirePlayable(first.url, outboundAllow);
  return { mediaUrl: (usable[0] ?? first).url, films: usable.length > 0 ? usable : [first] };
}

function isPlayable({ url, kind }: FilmAddress, outboundAllow: OutboundAllow): boolean {
  if (kind !== 'file') return false;
  try {
    requirePlayable(url, outboundAllow);
    return true;
  } catch {
    return false;
  }
}

/** The hash of the page's canonical address; null if that is the requested one, or unusable. */
function otherAddress(canonicalUrl: string | undefined, sourceUrl: string): Buffer | null {
  const hash = canonicalUrl ? hashOfAddress(canonicalUrl) : null;
  return hash?.equals(addressHash(sourceUrl)) ? null : hash;
}

/** Provider and id, never HTML: from the source's player, or from the page itself if it is a provider's. */
export function findPlayer(
  embeds: EmbedProviders,
  embedUrl: string | undefined,
  pageUrl: string,
): Pick<DescribedVideo, 'mediaUrl' | 'embed'> {
  const embed = (embedUrl ? embeds.find(embedUrl) : undefined) ?? embeds.find(pageUrl);
  const frame = embed && embeds.frameOf(embed);
  if (frame) return { mediaUrl: frame.playerUrl, embed };
  throw new SourceError('no_video', whyNoPlayer(embeds, embedUrl));
}

function whyNoPlayer({ hosts }: EmbedProviders, embedUrl: string | undefined): string {
  if (!embedUrl) return 'The page has no player to embed.';
  const url = URL.parse(embedUrl);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return "The page's player has no https address, so it cannot be embedded.";
  const address = url.href.slice(0, 300);
  if (hosts.has(url.host))
    return `The player's address ${address} does not match the form in EMBED_PROVIDERS for ${url.host}.`;
  const name = url.hostname.replace(/[^a-z0-9]+/gi, '-').slice(0, 40);
  return `The player is at ${url.host}, which EMBED_PROVIDERS does not list: add it there, as in ${name}=https://${url.host}/embed/{id} (the address is ${address}).`;
}
