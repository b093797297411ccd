import { LRUCache } from 'lru-cache';
import type { MediaPurpose, MediaSigner } from './signing.ts';

export type PrefixOf = MediaSigner['prefix'];

/** The most watched, which most lists consist of; half a kilobyte each. */
const MOST_VIDEOS = 5000;
/** Of videos that were named once, each with a hash in four bytes. */
const MOST_NAMED = 2 ** 14;

/** A video's prefixes at a domain, each with its expiry. */
type KeptOfVideo = Record<MediaPurpose, { until: number | string; prefix: string } | undefined>;

/**
 * Makes the same prefixes, and keeps those of the videos that were named last, and lately before: a signature costs more
 * than all else of a video in a list, but keeping it costs as much, and most videos of a large catalogue are not named
 * again. A kept one is given as long as its expiry is asked for, so it changes when a new one would.
 */
export function createKeptPrefixes(make: PrefixOf, mostVideos = MOST_VIDEOS): PrefixOf {
  const videos = new LRUCache<string, KeptOfVideo>({ max: mostVideos });
  const wasNamed = createLatelyNamed();
  // A video's prefixes are asked for one after another.
  let last: { videoId: string; domain: string; kept: KeptOfVideo } | undefined;

  function keptOf(videoId: string, domain: string): KeptOfVideo {
    if (last?.videoId === videoId && last.domain === domain) return last.kept;
    const key = `${domain} ${videoId}`;
    const known = videos.get(key);
    const kept = known ?? { play: undefined, thumbnail: undefined, preview: undefined };
    if (!known && wasNamed(videoId)) videos.set(key, kept);
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

/** Notes a name, and tells whether it was noted already and no other with its place has been since. */
function createLatelyNamed(): (name: string) => boolean {
  const hashes = new Uint32Array(MOST_NAMED);
  return (name) => {
    const hash = quickHash(name);
    const place = hash % MOST_NAMED;
    const wasNoted = hashes[place] === hash;
    hashes[place] = hash;
    return wasNoted;
  };
}

/** FNV-1a (draft-eastlake-fnv), of UTF-16 units: 32 bits, for what nobody gains from guessing. */
function quickHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
