import { LRUCache } from 'lru-cache';
import type { PublicFile } from '../files/files.ts';
import type { RemovalWatch } from '../files/removal-watch.ts';
import type { MediaPurpose } from './signing.ts';

/** The video's files for this purpose; none unless the video is publicly visible now. */
export type FindPublicFiles = (videoId: string, purpose: MediaPurpose) => Promise<PublicFile[]>;

/** Less than the two seconds after which a takedown has reached everything, with room for a look on its way. */
const TRUSTED_MS = 1800;
/** Files that were replaced stay for longer than that. */
const HELD_MS = 15_000;
const MOST_HELD = 2000;

/** The one of a video's public files that `choose` chooses. */
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
 * Looks up public files, and holds them for a moment, so that the parts of a film that is being watched cost no query
 * each. What is held counts only while the watch has surely heard that the video is still public: if it falls silent,
 * every file is looked up again. So is one that is not among what is held: it may just have been made.
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
    const seenAt = removals.lookedAt() >= heldSince ? removals.lookedAt() : askedAt;
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
