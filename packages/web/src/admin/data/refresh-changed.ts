import type { QueryClient } from '@tanstack/react-query';
import { refreshPaths } from './ask.ts';

/** An answer that takes longer does not hold up the others. */
const LONGEST_WAIT_MS = 5000;

/**
 * Refetches what is out of date; a hidden tab waits until it is visible. Changes that arrive meanwhile wait for the
 * next round: a long list aborted every second would never load.
 */
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
