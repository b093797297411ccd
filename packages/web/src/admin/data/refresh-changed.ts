import type { QueryClient } from '@tanstack/react-query';

/** Whether an answer at `path` is out of date when `changed` and everything below it is. */
export function isChanged(path: unknown, changed: Iterable<string>): boolean {
  if (typeof path !== 'string') return false;
  for (const prefix of changed) if (path === prefix || path.startsWith(`${prefix}/`)) return true;
  return false;
}

/** All calls. */
const EVERYTHING = '/api';

/** An answer that takes longer does not hold up the others. */
const LONGEST_WAIT_MS = 5000;

/**
 * Refetches what is out of date; a hidden tab waits until it is visible. Changes that arrive meanwhile wait for the
 * next round: a long list aborted every second would never load.
 */
export function createRefresher(cache: QueryClient, signal: AbortSignal) {
  const changed = new Set<string>();
  let isAsking = false;
  async function flush(): Promise<void> {
    if (document.hidden || isAsking || changed.size === 0 || signal.aborted) return;
    const paths = [...changed];
    changed.clear();
    isAsking = true;
    const asked = cache.invalidateQueries({ predicate: ({ queryKey }) => isChanged(queryKey[0], paths) });
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
      changed.add(EVERYTHING);
      void flush();
    },
  };
}
