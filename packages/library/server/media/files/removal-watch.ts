import type { Log } from '@vesper/core/lib/log.ts';
import { createPolling, findInBatches } from '@vesper/core/lib/polling.ts';

const POLL_EVERY_MS = 1000;

export interface RemovalWatchOptions {
  findVisible: (videoIds: readonly string[]) => Promise<string[]>;
  log: Log;
}

/** Polls once a second, with one query for all watched videos, while there are any. */
export function createRemovalWatch(
  { findVisible, log }: RemovalWatchOptions,
  nowMs: () => number = () => performance.now(),
) {
  const watched = new Map<string, Set<() => void>>();
  let polledAt = Number.NEGATIVE_INFINITY;
  const polling = createPolling({ everyMs: POLL_EVERY_MS, poll, now: nowMs });

  async function poll(beganAt: number): Promise<void> {
    try {
      const ids = [...watched.keys()];
      if (ids.length === 0) polling.pause();
      else await tellOfHidden(ids);
      polledAt = Math.max(polledAt, beganAt);
    } catch (error) {
      // Caches expire without a successful poll, so new requests are safe.
      log.warn({ err: error }, 'Could not check which films are still public.');
    }
  }

  async function tellOfHidden(ids: readonly string[]): Promise<void> {
    const visible = await findInBatches(ids, findVisible);
    for (const id of ids) if (!visible.has(id)) for (const onRemoval of watched.get(id) ?? []) onRemoval();
  }

  return {
    /** Returns the unsubscriber; `onRemoval` may be called several times. */
    watch(videoId: string, onRemoval: () => void): () => void {
      const all = watched.get(videoId) ?? new Set();
      watched.set(videoId, all.add(onRemoval));
      polling.begin();
      return () => {
        all.delete(onRemoval);
        if (all.size === 0 && watched.get(videoId) === all) watched.delete(videoId);
      };
    },
    /** When the last successful poll began, by the given clock. */
    polledAt: () => polledAt,
    poll: polling.pollNow,
    stop: polling.pause,
  };
}

export type RemovalWatch = ReturnType<typeof createRemovalWatch>;
