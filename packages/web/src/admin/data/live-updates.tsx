import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshPaths } from './calls.ts';
import { hearChanges, type LiveMessage, SILENCE_MS } from './live-stream.ts';
import { CHECK_KEY, useIsAdmin } from './query-client.ts';
import { setLive } from './store.ts';

/** Keeps the pages up to date: the server pushes changes; without push they poll. */
export function LiveUpdates() {
  const { isAdmin } = useIsAdmin();
  const cache = useQueryClient();
  useEffect(() => {
    if (!isAdmin) return;
    const stopping = new AbortController();
    const { refresh, refreshAll } = createRefresher(cache, stopping.signal);
    let silence: ReturnType<typeof setTimeout> | undefined;
    let wasBroken = false;
    const lose = () => {
      clearTimeout(silence);
      wasBroken = true;
      setLive(false);
      // The session may have ended.
      void cache.invalidateQueries({ queryKey: CHECK_KEY });
    };
    const hear = (message: LiveMessage) => {
      if (message.kind === 'broken') return lose();
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE_MS);
      setLive(true);
      if (message.kind === 'ready' || wasBroken) refreshAll();
      else if (message.kind === 'changes') refresh(message.paths);
      wasBroken = false;
    };
    hearChanges(hear, stopping.signal);
    return () => {
      stopping.abort();
      clearTimeout(silence);
      setLive(false);
    };
  }, [isAdmin, cache]);
  return null;
}

/** A slow answer does not hold up the others. */
const LONGEST_WAIT_MS = 5000;

/** A hidden tab waits. Changes during a round wait for the next: a list aborted every second would never load. */
export function createRefresher(cache: QueryClient, signal: AbortSignal) {
  const changed = new Set<string>();
  let isAll = false;
  let isAsking = false;
  async function flush(): Promise<void> {
    if (document.hidden || isAsking || !(isAll || changed.size > 0) || signal.aborted) return;
    const asked = isAll ? cache.invalidateQueries() : refreshPaths(cache, changed);
    changed.clear();
    isAll = false;
    isAsking = true;
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
    isAsking = false;
    void flush();
  }
  document.addEventListener('visibilitychange', () => void flush(), { signal });
  return {
    refresh(paths: readonly string[]): void {
      for (const path of paths) changed.add(path);
      void flush();
    },
    refreshAll(): void {
      isAll = true;
      void flush();
    },
  };
}
