import { LRUCache } from 'lru-cache';
import type { PublicFile } from '../files/files.ts';
import type { RemovalWatch } from '../files/removal-watch.ts';
import type { MediaPurpose } from './signing.ts';

/** Empty unless the video is publicly visible now. */
export type FindPublicFiles = (videoId: string, purpose: MediaPurpose) => Promise<PublicFile[]>;

/** Takedowns must take effect within two seconds; the rest is for a poll in progress. */
const TRUSTED_MS = 1800;
/** Replaced files stay in the storage for longer. */
const HELD_MS = 15_000;
const MOST_HELD = 2000;

type FindPublicFile = (
  videoId: string,
  purpose: MediaPurpose,
  choose: (files: readonly PublicFile[]) => PublicFile | undefined,
) => Promise<PublicFile | undefined>;

interface Held {
  files: PublicFile[];
  askedAt: number;
  heldSince: number;
  unwatch: () => void;
}

/**
 * Caches public files, so that the parts of a film cost no query each. An entry counts only while the watch confirms
 * that the video is public; a file that is not in it is looked up, as it may be new.
 */
export function createFileLookup(
  { find, removals }: { find: FindPublicFiles; removals: RemovalWatch },
  nowMs: () => number = () => performance.now(),
): FindPublicFile {
  const held = new LRUCache<string, Held>({
    max: MOST_HELD,
    ttl: HELD_MS,
    ttlResolution: 0,
    ttlAutopurge: true,
    perf: { now: nowMs },
    dispose: ({ unwatch }) => unwatch(),
  });

  function isTrusted({ askedAt, heldSince }: Held): boolean {
    const seenAt = removals.polledAt() >= heldSince ? removals.polledAt() : askedAt;
    return nowMs() - seenAt < TRUSTED_MS;
  }

  return async (videoId, purpose, choose) => {
    const key = `${purpose} ${videoId}`;
    const known = held.get(key);
    const chosen = known && isTrusted(known) ? choose(known.files) : undefined;
    if (chosen) return chosen;
    const askedAt = nowMs();
    const files = await find(videoId, purpose);
    if (files.length === 0) held.delete(key);
    else {
      const unwatch = removals.watch(videoId, () => held.delete(key));
      held.set(key, { files, askedAt, heldSince: nowMs(), unwatch });
    }
    return choose(files);
  };
}
