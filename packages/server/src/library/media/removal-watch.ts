import type { Log } from '../../kernel/lib/log.ts';

/** How soon an open transfer learns that its video was removed. */
const LOOK_EVERY_MS = 1500;
const IDS_A_QUERY = 1000;

export interface RemovalWatchOptions {
  /** Those of the videos that are publicly visible now. */
  findVisible: (videoIds: readonly string[]) => Promise<string[]>;
  log: Log;
}

/**
 * Cuts off transfers whose video is no longer publicly visible: one query now and then for all transfers of this
 * process, none while there are none.
 */
export function createRemovalWatch({ findVisible, log }: RemovalWatchOptions) {
  const watched = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const ids = [...watched.keys()];
      for (let from = 0; from < ids.length; from += IDS_A_QUERY)
        await lookAt(ids.slice(from, from + IDS_A_QUERY));
    } catch (error) {
      // New requests are refused regardless: this concerns only open transfers.
      log.warn({ err: error }, 'Could not check which films are still public.');
    } finally {
      isLooking = false;
    }
    if (watched.size === 0) stop();
  }

  async function lookAt(ids: readonly string[]): Promise<void> {
    const visible = new Set(await findVisible(ids));
    for (const id of ids) if (!visible.has(id)) for (const cutOff of watched.get(id) ?? []) cutOff();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** Until the answer is called; `cutOff` is called at most a few times. */
    watch(videoId: string, cutOff: () => void): () => void {
      const all = watched.get(videoId) ?? new Set();
      watched.set(videoId, all.add(cutOff));
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
      return () => {
        all.delete(cutOff);
        if (all.size === 0 && watched.get(videoId) === all) watched.delete(videoId);
      };
    },
    stop,
  };
}

export type RemovalWatch = ReturnType<typeof createRemovalWatch>;
