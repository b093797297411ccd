import type { Video } from '@vesper/contract';
import type { SignedAddress } from '../data/catalogue-queries.ts';

const OWN = /^\/media\/[^/]+\/[^/]+\/(\d+)\//;

/** Where a video plays from by itself, and until when: an address that is not one of ours never expires. */
export function ownAddressOf({ hlsUrl, videoUrl }: Video): SignedAddress {
  const url = hlsUrl ?? videoUrl;
  const [, seconds] = OWN.exec(url) ?? [];
  return { url, expiresAtMs: seconds ? Number(seconds) * 1000 : Number.POSITIVE_INFINITY };
}

/** The same from an answer that has just come. Throws where the video has become another one, of other files. */
export function renewedAddress(shown: Video, fresh: Video): SignedAddress {
  if (fresh.id !== shown.id) throw new Error('The video has been merged into another one.');
  const { url, expiresAtMs } = ownAddressOf(fresh);
  // Expired on arrival: the visitor's clock is wrong, and the server will say when it is time.
  return { url, expiresAtMs: expiresAtMs > Date.now() ? expiresAtMs : Number.POSITIVE_INFINITY };
}

/** The video as it is shown, under the addresses of `fresh`: what a page says does not change while it is read. */
export function withAddressesOf(fresh: Video, shown: Video): Video {
  const { videoUrl, hlsUrl, storyboardUrl, thumbnailUrl, previewUrl } = fresh;
  return { ...shown, videoUrl, hlsUrl, storyboardUrl, thumbnailUrl, previewUrl };
}
