import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import type { CallPath } from '@vesper/contract';

/** A page's query, the same on the server and in the browser: its cache key and how to fetch it. */
export interface PageQuery<Data = unknown> {
  queryKey: readonly [CallPath, ...unknown[]];
  queryFn: (context: Pick<QueryFunctionContext, 'client'>) => Promise<Data>;
  staleTime?: number;
  gcTime?: number;
}

/** What the cache holds for a query; undefined while loading or after a failure. */
export function readQuery<Data>(cache: QueryClient, query: PageQuery<Data>): Data | undefined {
  return cache.getQueryData<Data>(query.queryKey);
}
