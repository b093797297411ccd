import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';

/** A question a page asks, the same on the server and in the browser: its cache key and how to answer it. */
export interface PageQuery<Data = unknown> {
  queryKey: readonly unknown[];
  queryFn: (context: Pick<QueryFunctionContext, 'client'>) => Promise<Data>;
  staleTime?: number;
  gcTime?: number;
}

/** What the cache holds for a query now; undefined while it is unanswered or has failed. */
export function readQuery<Data>(cache: QueryClient, query: PageQuery<Data>): Data | undefined {
  return cache.getQueryData<Data>(query.queryKey);
}
