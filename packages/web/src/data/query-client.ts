import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { callFailureOf } from './call-failure.ts';
import { packList, type ReadCard, unpackList } from './packed-list.ts';

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

interface SavedAnswer {
  key: QueryKey;
  data?: unknown;
  /** The site's refusal, in place of data. */
  error?: Error;
}

/**
 * The answers and refusals of a cache as JSON that is safe inside a script element, without what the cards in `body`,
 * the page's HTML, say. The same data always gives the same text.
 */
export function serializeCache(cache: QueryClient, body = ''): string {
  const answers = cache.getQueryCache().findAll({ predicate: ({ state }) => state.status !== 'pending' });
  return escapeForScript(
    JSON.stringify(
      answers.map(({ queryKey: key, state: { data, error } }) =>
        error ? { key, error } : { key, data: packList(data, body) },
      ),
    ),
  );
}

/** Fills a cache with what `serializeCache` wrote. A list with a card that cannot be read is left to be fetched. */
export function restoreCache(cache: QueryClient, text: string, readCard: ReadCard = () => undefined): void {
  for (const { key, data, error } of JSON.parse(text) as SavedAnswer[]) {
    if (error) cache.getQueryCache().build(cache, { queryKey: key }).setState({ status: 'error', error });
    else cache.setQueryData(key, unpackList(data, readCard), { updatedAt: 0 });
  }
}

/** Escapes everything that an HTML parser could take for a tag, comment or entity, or a script parser for a newline. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
