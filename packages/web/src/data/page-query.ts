import type { CallPath } from '@vesper/contract';
import type { Answers } from './answers.ts';

/** A page's query, the same on the server and in the browser: its cache key and how to fetch it. */
export interface PageQuery<Data = unknown> {
  queryKey: readonly [CallPath, ...unknown[]];
  queryFn: (cache: Answers) => Promise<Data>;
  /** How long an answer serves those who ask anew, in milliseconds; forever if left out. */
  staleTime?: number;
  /** How long an answer that nobody watches is kept, in milliseconds. */
  gcTime?: number;
}

/** What the cache holds for a query; undefined while loading or after a failure. */
export function readQuery<Data>(cache: Answers, query: PageQuery<Data>): Data | undefined {
  return cache.read<Data>(query.queryKey).data;
}
