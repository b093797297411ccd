import type { QueryClient } from '@tanstack/react-query';

/** Whether an answer at `path` is out of date when those at `changed` and below it are. */
export function isChanged(path: unknown, changed: Iterable<string>): boolean {
  if (typeof path !== 'string') return false;
  for (const prefix of changed) if (path === prefix || path.startsWith(`${prefix}/`)) return true;
  return false;
}

/** Everything that may be asked again: all calls. */
const EVERYTHING = '/api';

/** Asks again what is out of date; a tab that nobody looks at does so when it is looked at. */
export function createRefresher(cache: QueryClient, signal: AbortSignal) {
  const changed = new Set<string>();
  function flush(): void {
    if (document.hidden || changed.size === 0) return;
    const paths = [...changed];
    changed.clear();
    void cache.invalidateQueries({ predicate: ({ queryKey }) => isChanged(queryKey[0], paths) });
  }
  document.addEventListener('visibilitychange', flush, { signal });
  return {
    refresh(paths: readonly string[]): void {
      for (const path of paths) changed.add(path);
      flush();
    },
    refreshAll(): void {
      changed.add(EVERYTHING);
      flush();
    },
  };
}
