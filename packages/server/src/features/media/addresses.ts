import type { Clock } from '../../lib/clock.ts';
import { type MediaPurpose, type MediaSigner, sharedExpiry } from './signing.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The stored fields of a video that say where its files are: storage keys if it is hosted, else addresses. */
export interface MediaFields {
  id: string;
  kind: string;
  video_url: string;
  thumbnail_url: string;
  preview_url: string;
  storyboard_url: string;
  hls_url: string;
  embed_url: string;
}

export type MediaAddresses = ReturnType<typeof createMediaAddresses>;

/**
 * Builds the addresses under which visitors get a video's files. A stored address that is not http or https is
 * never handed out: '' or null stands for it.
 */
export function createMediaAddresses(signer: MediaSigner, clock: Clock) {
  /** Pictures live longer, so that search engines and shared links find them. */
  function pictureUrl(purpose: MediaPurpose, video: MediaFields, stored: string): string {
    if (stored === '' || isWebAddress(stored)) return stored;
    if (video.kind !== 'hosted' && !(purpose === 'thumbnail' && isPictureKey(stored))) return '';
    const expiresAt = sharedExpiry(clock.now(), 14 * DAY, 7 * DAY);
    return signer.sign(purpose, video.id, expiresAt, extensionOf(stored)).path;
  }
  return {
    /** The own address of the film: signed for a day or so, the same for everyone, as it stands in pages. */
    videoUrl(video: MediaFields): string {
      if (video.kind !== 'hosted') return webAddress(video.video_url);
      const expiresAt = sharedExpiry(clock.now(), DAY, DAY / 2);
      return signer.sign('video', video.id, expiresAt, extensionOf(video.video_url)).path;
    },
    thumbnailUrl(video: MediaFields): string {
      return pictureUrl('thumbnail', video, video.thumbnail_url);
    },
    previewUrl(video: MediaFields): string | null {
      return pictureUrl('preview', video, video.preview_url) || null;
    },
    storyboardUrl(video: MediaFields): string | null {
      return pictureUrl('storyboard', video, video.storyboard_url) || null;
    },
    /** Where the source's own player is; never but https, since it runs in our page. */
    embedUrl(video: MediaFields): string | null {
      return video.kind === 'embed' && /^https:/i.test(webAddress(video.embed_url)) ? video.embed_url : null;
    },
    /** Hosted films have none yet. */
    hlsUrl(video: MediaFields): string | null {
      return (video.kind !== 'hosted' && webAddress(video.hls_url)) || null;
    },
    /** The short-lived address of specification section 4: an hour to an hour and five minutes. */
    signVideo(video: MediaFields): { signedUrl: string; expiresIn: number } {
      const now = clock.now();
      const expiresAt = sharedExpiry(now, HOUR, 5 * MINUTE);
      const expiresIn = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
      if (video.kind !== 'hosted') return { signedUrl: webAddress(video.video_url), expiresIn };
      return {
        signedUrl: signer.sign('video', video.id, expiresAt, extensionOf(video.video_url)).path,
        expiresIn,
      };
    },
  };
}

function webAddress(stored: string): string {
  return isWebAddress(stored) ? stored : '';
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** What the pipeline stores for videos whose film stays where it is. */
function isPictureKey(stored: string): boolean {
  return /^videos\/[\w-]{2}\/[\w-]+\/[\w-]+\.webp$/.test(stored);
}

function extensionOf(key: string): string {
  return /\.([a-z0-9]{2,4})$/.exec(key)?.[1] ?? 'bin';
}
