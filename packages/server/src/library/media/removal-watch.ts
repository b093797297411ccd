import type { Log } from '../../kernel/lib/log.ts';

/** How soon an open transfer learns that its video was removed, and what is held of it is forgotten. */
const LOOK_EVERY_MS = 1000;
/** A look that hangs on a dead connection is given up for another. */
const HUNG_MS = 6000;
const IDS_A_QUERY = 1000;

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
  let timer: NodeJS.Timeout | undefined;
  let lookingSince: number | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const beganAt = nowMs();
    if (lookingSince !== undefined && beganAt - lookingSince < HUNG_MS) return;
    lookingSince = beganAt;
    try {
      const ids = [...watched.keys()];
      for (let from = 0; from < ids.length; from += IDS_A_QUERY)
        await lookAt(ids.slice(from, from + IDS_A_QUERY));
      lookedAt = Math.max(lookedAt, beganAt);
    } catch (error) {
      // What is held is not trusted for long, so new requests are refused regardless.
      log.warn({ err: error }, 'Could not check which films are still public.');
    } finally {
      if (lookingSince === beganAt) lookingSince = undefined;
    }
    if (watched.size === 0) stop();
  }

  async function lookAt(ids: readonly string[]): Promise<void> {
    const visible = new Set(await findVisible(ids));
    for (const id of ids) if (!visible.has(id)) for (const onRemoval of watched.get(id) ?? []) onRemoval();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** Until the answer is called; `onRemoval` is called at most a few times. */
    watch(videoId: string, onRemoval: () => void): () => void {
      const all = watched.get(videoId) ?? new Set();
      watched.set(videoId, all.add(onRemoval));
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
      return () => {
        all.delete(onRemoval);
        if (all.size === 0 && watched.get(videoId) === all) watched.delete(videoId);
      };
    },
    /** When the last look that succeeded began, of the clock given: all watched then and not told of were visible. */
    lookedAt: () => lookedAt,
    look,
    stop,
  };
}

export type RemovalWatch = ReturnType<typeof createRemovalWatch>;
