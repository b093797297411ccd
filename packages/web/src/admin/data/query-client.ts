import { QueryClient } from '@tanstack/react-query';
import { callFailureOf } from '../../data/call-failure.ts';
import type { SavedAnswer } from '../../data/saved-answers.ts';

/** Answers are asked for again when the server says that they have changed, not by themselves, and are not retried. */
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

/** Fills a cache with the answers in the document. */
export function restoreCache(cache: QueryClient, text: string): void {
  for (const { key, data } of JSON.parse(text) as SavedAnswer[])
    cache.setQueryData(key, data, { updatedAt: 0 });
}
