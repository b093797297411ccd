import { LRUCache } from 'lru-cache';
import { createRecentlySeen } from '../../kernel/lib/recently-seen.ts';
import type { MediaPurpose, MediaSigner } from './signing.ts';

export type PrefixOf = MediaSigner['prefix'];

/** The most watched, which most lists consist of; half a kilobyte each. */
const MOST_VIDEOS = 5000;

/** A video's prefixes at a domain, each with its expiry. */
type KeptOfVideo = Record<MediaPurpose, { until: number | string; prefix: string } | undefined>;

/**
 * Makes the same prefixes, and keeps those of the videos that were named last, and lately before: a signature costs more
 * than all else of a video in a list, but keeping it costs as much, and most videos of a large catalogue are not named
 * again. A kept one is given as long as its expiry is asked for, so it changes when a new one would.
 */
export function createKeptPrefixes(make: PrefixOf, mostVideos = MOST_VIDEOS): PrefixOf {
  const videos = new LRUCache<string, KeptOfVideo>({ max: mostVideos });
  const wasSeen = createRecentlySeen();
  // A video's prefixes are asked for one after another.
  let last: { videoId: string; domain: string; kept: KeptOfVideo } | undefined;

  function keptOf(videoId: string, domain: string): KeptOfVideo {
    if (last?.videoId === videoId && last.domain === domain) return last.kept;
    const key = `${domain} ${videoId}`;
    const known = videos.get(key);
    const kept = known ?? { play: undefined, thumbnail: undefined, preview: undefined };
    if (!known && wasSeen(key)) videos.set(key, kept);
    last = { videoId, domain, kept };
    return kept;
  }

  return (grant, expiresAt) => {
    const kept = keptOf(grant.videoId, grant.domain);
    const known = kept[grant.purpose];
    const until = expiresAt.valueOf();
    if (known?.until === until) return known.prefix;
    const prefix = make(grant, expiresAt);
    kept[grant.purpose] = { until, prefix };
    return prefix;
  };
}
