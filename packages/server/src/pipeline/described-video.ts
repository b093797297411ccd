import type { LeasedDownload } from '../features/downloads/index.ts';
import { readVideoPage, type VideoPage, type Ytdlp } from '../features/readers/index.ts';
import { type CategoryMap, mapCategory, selectSourceDelivery } from '../features/sources/index.ts';
import { addressHash, canonicalAddress } from '../lib/canonical-address.ts';
import type { SafeFetch } from '../lib/safe-fetch.ts';
import { SourceError } from '../lib/source-error.ts';
import type { Delivery, DescribedVideo, MediaSettings, Pipeline } from './work.ts';

/** What the source says of the video; its page is read only where the sitemap did not say enough. */
export async function describeVideo(
  { db, manners, ytdlp, media }: Pipeline,
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
      : await readVideoPage(job.source_url, { metadata, delivery, fetch, signal });
  const { title, description, tags } = page;
  const durationSeconds = Math.round(page.durationSeconds ?? 0);
  const address = { sourceUrl: job.source_url, sourceUrlHash: job.source_url_hash, sourceId: job.source_id };
  const category = mapCategory((source?.category_map ?? {}) as CategoryMap, page.category);
  return {
    delivery,
    broughtBy,
    mediaUrl: delivery === 'embed' ? playerAddress(page.embedUrl) : filmAddress(page.contentUrl),
    thumbnailUrl: page.thumbnailUrl,
    durationSeconds,
    width: page.width ?? null,
    height: page.height ?? null,
    renditions: wantsRenditions(source?.renditions, media),
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

function wantsRenditions(bySource = 'default', { hls }: MediaSettings): boolean {
  return bySource === 'default' ? hls : bySource === 'on';
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

function filmAddress(contentUrl: string | undefined): string {
  if (contentUrl) return contentUrl;
  throw new SourceError('no_video', 'The page names a player, but no file that could be downloaded.');
}

/** An address and never HTML, and https: it is shown within our page. */
function playerAddress(embedUrl: string | undefined): string {
  if (!embedUrl) throw new SourceError('no_video', 'The page names no player that could be embedded.');
  const url = URL.parse(embedUrl);
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= 2000)
    return url.href;
  throw new SourceError(
    'no_video',
    'The player that the page names has no https address, so it cannot be embedded.',
  );
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
