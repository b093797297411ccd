import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query';
import { callFailureOf } from './call-failure.ts';

/** Queries never go stale, never refetch by themselves and are not retried (specification, section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
        // A refusal is kept; after a network failure, opening the page again retries.
        retryOnMount: (query) => callFailureOf(query.state.error) === undefined,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * The answers and refusals of a cache as JSON that is safe inside a script element. Times of fetching are left out, so
 * that the same data always gives the same text.
 */
export function serializeCache(cache: QueryClient): string {
  const { queries } = dehydrate(cache, {
    shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
  });
  const timeless = queries.map(({ queryKey, queryHash, state }) => ({
    queryKey,
    queryHash,
    state: { ...state, dataUpdatedAt: 0, errorUpdatedAt: 0 },
  }));
  return escapeForScript(JSON.stringify({ mutations: [], queries: timeless }));
}

/** Fills a cache with what `serializeCache` wrote. */
export function restoreCache(cache: QueryClient, text: string): void {
  // The library's own `hydrate` does this and much more that is not needed here.
  for (const { queryKey, queryHash, state } of (JSON.parse(text) as DehydratedState).queries)
    cache.getQueryCache().build(cache, { queryKey, queryHash }, { ...state, fetchStatus: 'idle' });
}

/** Escapes everything that an HTML parser could take for a tag, comment or entity, or a script parser for a newline. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
