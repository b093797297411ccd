import { filmPath, type Video } from '@vesper/contract';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { isStorageKey } from '@vesper/core/storage/storage.ts';
import type { EmbedProviders } from '../../embeds/index.ts';
import { FILE_NAMES, filmName, previewName } from '../files/file-names.ts';
import { LASTING, type MediaPurpose, type MediaSigner, sharedExpiry } from './signing.ts';

const DAY = 24 * 60 * 60;

/** Where a video's files are: a storage key for our own, otherwise an address. */
export interface MediaFields {
  id: string;
  kind: string;
  video_url: string;
  thumbnail_url: string;
  preview_url: string;
  storyboard_url: string;
  hls_url: string;
  embed_url: string;
  embed_provider: string | null;
  embed_id: string | null;
}

type EmbedFields = Pick<MediaFields, 'kind' | 'embed_url' | 'embed_provider' | 'embed_id'>;

interface AddressParts {
  signer: MediaSigner;
  clock: Clock;
  embeds: EmbedProviders;
  domains: { nameFor(hostname: string): Promise<string> };
}

/** Each of the site's domains has its own addresses, whatever name it is reached by. */
export type MediaAddresses = ReturnType<typeof createMediaAddresses>;
export type HostAddresses = Awaited<ReturnType<MediaAddresses['forHost']>>;

/** Where visitors load a video's files. Stored addresses other than http and https are replaced by '' or null. */
export function createMediaAddresses({ signer, clock, embeds, domains }: AddressParts) {
  return {
    async forHost(hostname: string) {
      const domain = await domains.nameFor(hostname);
      return {
        ...ownAddresses(signer, clock, domain),
        ...embedAddresses(embeds, hostname),
      };
    },
  };
}

/** For cards, which name no film: signing is expensive. */
export function withoutFilms(addresses: HostAddresses): HostAddresses {
  return { ...addresses, videoUrl: () => '', storyboardUrl: () => null, hlsUrl: () => null };
}

function filmExpiry(now: Date): Date {
  return sharedExpiry(now, DAY, DAY / 2);
}

function ownAddresses(signer: MediaSigner, clock: Clock, domain: string) {
  const addressOf = (
    purpose: MediaPurpose,
    video: { id: string },
    name: string,
    expiresAt: Date | typeof LASTING,
  ) => signer.prefix({ purpose, videoId: video.id, domain }, expiresAt) + name;

  /** Signed for about a day, the same for everyone: cached pages contain it. */
  const playUrl = (video: MediaFields, stored: string, name: string) =>
    ownOrForeign(video, stored, () => addressOf('play', video, name, filmExpiry(clock.now())));

  const videoUrl = (video: MediaFields) => playUrl(video, video.video_url, filmName(video.video_url));

  return {
    videoUrl,
    /** 640 pixels wide. Never expires, like the preview: search engines and shared links load it years later. */
    thumbnailUrl(video: Pick<MediaFields, 'id' | 'kind' | 'thumbnail_url'>): string {
      if (isWebAddress(video.thumbnail_url)) return video.thumbnail_url;
      if (!isOwnPicture(video)) return '';
      return addressOf('thumbnail', video, FILE_NAMES.thumbnail(640, 'webp'), LASTING);
    },
    previewUrl(video: MediaFields): string | null {
      const own = () => addressOf('preview', video, previewName(video.preview_url), LASTING);
      return ownOrForeign(video, video.preview_url, own) || null;
    },
    storyboardUrl: (video: MediaFields): string | null =>
      playUrl(video, video.storyboard_url, FILE_NAMES.storyboard) || null,
    hlsUrl: (video: MediaFields): string | null => playUrl(video, video.hls_url, FILE_NAMES.playlist) || null,
    /** The film's own address, as on the page: with another one, a playing player would load the film again. */
    signVideo(video: MediaFields): { signedUrl: string; expiresIn: number } {
      const now = clock.now();
      const expiresIn = Math.floor((filmExpiry(now).getTime() - now.getTime()) / 1000);
      return { signedUrl: videoUrl(video), expiresIn };
    },
  };
}

/** A film's permanent path for verified crawlers; '' unless the film is stored here. */
export function lastingFilmPath({
  id,
  kind,
  video_url,
}: Pick<MediaFields, 'id' | 'kind' | 'video_url'>): string {
  return kind === 'hosted' && isStorageKey(video_url) ? filmPath({ id, name: filmName(video_url) }) : '';
}

/** A player's address is never stored: it is built from provider and id. */
function embedAddresses(embeds: EmbedProviders, hostname: string) {
  const frameOf = ({ kind, embed_provider: provider, embed_id: id }: EmbedFields) => {
    const frame = kind === 'embed' && provider && id ? embeds.frameOf({ provider, id }) : undefined;
    // A frame of the page's own host could control the page.
    return frame?.hostname === hostname ? undefined : frame;
  };
  return {
    /** The player's address; without a provider, the source's address, which is only linked to. */
    embedUrl(video: EmbedFields): string | null {
      const stored = video.kind === 'embed' && /^https:/i.test(webAddress(video.embed_url));
      return frameOf(video)?.playerUrl ?? (stored ? video.embed_url : null);
    },
    /** Null unless the player may run in a frame. */
    embed(video: EmbedFields): Video['embed'] {
      const frame = frameOf(video);
      return frame ? { provider: frame.label, watchUrl: frame.watchUrl } : null;
    },
  };
}

function ownOrForeign(video: MediaFields, stored: string, own: () => string): string {
  if (video.kind === 'hosted' && isStorageKey(stored)) return own();
  return webAddress(stored);
}

function isOwnPicture({ kind, thumbnail_url: stored }: Pick<MediaFields, 'kind' | 'thumbnail_url'>): boolean {
  return isStorageKey(stored) && (kind === 'hosted' || stored.endsWith('.webp'));
}

function webAddress(stored: string): string {
  return isWebAddress(stored) ? stored : '';
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
