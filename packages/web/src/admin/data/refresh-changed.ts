import type { QueryClient } from '@tanstack/react-query';

/** Whether an answer at `path` is out of date when those at `changed` and below it are. */
export function isChanged(path: unknown, changed: Iterable<string>): boolean {
  if (typeof path !== 'string') return false;
  for (const prefix of changed) if (path === prefix || path.startsWith(`${prefix}/`)) return true;
  return false;
}

/** Everything that may be asked again: all calls. */
const EVERYTHING = '/api';

/** Should an answer not come, the others are not kept waiting for longer. */
const LONGEST_WAIT_MS = 5000;

/**
 * Asks again what is out of date; a tab that nobody looks at does so when it is looked at. What changes meanwhile is
 * asked afterwards: a long list that is broken off each second would never be there.
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
