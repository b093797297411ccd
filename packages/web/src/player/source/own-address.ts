import type { Video } from '@vesper/contract';
import type { SignedAddress } from '../../data/catalogue-queries.ts';

const OWN = /^\/media\/[^/]+\/[^/]+\/(\d+)\//;

/** An address that is not ours never expires. */
export function ownAddressOf({ hlsUrl, videoUrl }: Video): SignedAddress {
  const url = hlsUrl ?? videoUrl;
  const [, seconds] = OWN.exec(url) ?? [];
  return { url, expiresAtMs: seconds ? Number(seconds) * 1000 : Number.POSITIVE_INFINITY };
}

/** Throws if the video was replaced by another one. */
export function renewedAddress(shown: Video, fresh: Video): SignedAddress {
  if (fresh.id !== shown.id) throw new Error('The video has been merged into another one.');
  const { url, expiresAtMs } = ownAddressOf(fresh);
  // Expired on arrival: the visitor's clock is wrong; the server will say when it expires.
  return { url, expiresAtMs: expiresAtMs > Date.now() ? expiresAtMs : Number.POSITIVE_INFINITY };
}

/** Texts do not change while they are read. */
export function withAddressesOf(fresh: Video, shown: Video): Video {
  const { videoUrl, hlsUrl, storyboardUrl, thumbnailUrl, previewUrl } = fresh;
  return { ...shown, videoUrl, hlsUrl, storyboardUrl, thumbnailUrl, previewUrl };
}
