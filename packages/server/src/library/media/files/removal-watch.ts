import type { Log } from '../../../kernel/lib/log.ts';
import { createLooks, findInTurns } from '../../../kernel/lib/looks.ts';

/** How soon an open transfer learns that its video was removed, and what is held of it is forgotten. */
const LOOK_EVERY_MS = 1000;

export interface RemovalWatchOptions {
  /** Those of the videos that are publicly visible now. */
  findVisible: (videoIds: readonly string[]) => Promise<string[]>;
  log: Log;
}

/**
 * Tells of videos that are no longer publicly visible: one query now and then for all that are watched in this process,
 * none while there are none.
 */
export function createRemovalWatch(
  { findVisible, log }: RemovalWatchOptions,
  nowMs: () => number = () => performance.now(),
) {
  const watched = new Map<string, Set<() => void>>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const looks = createLooks({ everyMs: LOOK_EVERY_MS, look, now: nowMs });

  async function look(beganAt: number): Promise<void> {
    try {
      const ids = [...watched.keys()];
      if (ids.length === 0) looks.pause();
      else await tellOfHidden(ids);
      lookedAt = Math.max(lookedAt, beganAt);
    } catch (error) {
      // What is held is not trusted for long, so new requests are refused regardless.
      log.warn({ err: error }, 'Could not check which films are still public.');
    }
  }

  async function tellOfHidden(ids: readonly string[]): Promise<void> {
    const visible = await findInTurns(ids, findVisible);
    for (const id of ids) if (!visible.has(id)) for (const onRemoval of watched.get(id) ?? []) onRemoval();
  }

  return {
    /** Until the answer is called; `onRemoval` is called at most a few times. */
    watch(videoId: string, onRemoval: () => void): () => void {
      const all = watched.get(videoId) ?? new Set();
      watched.set(videoId, all.add(onRemoval));
      looks.begin();
      return () => {
        all.delete(onRemoval);
        if (all.size === 0 && watched.get(videoId) === all) watched.delete(videoId);
      };
    },
    /** When the last look that succeeded began, of the clock given: all watched then and not told of were visible. */
    lookedAt: () => lookedAt,
    look: looks.lookNow,
    stop: looks.pause,
  };
}

export type RemovalWatch = ReturnType<typeof createRemovalWatch>;
