import type { QueryClient } from '@tanstack/react-query';
import { type Call, type CallInput, type CallOutput, fetchTransport, makeCall } from '@vesper/contract';

const transport = fetchTransport();

/** What a call is asked with; nothing where it takes nothing. */
export type Input<C extends Call> = unknown extends CallInput<C> ? Record<string, never> : CallInput<C>;

export function ask<C extends Call>(call: C, input: Input<C>): Promise<CallOutput<C>> {
  return makeCall(transport, call, input as CallInput<C>);
}

/** Where the cache keeps the answer to a call: by its path, live events and acts make it out of date. */
export function keyOf<C extends Call>(call: C, input?: Input<C>): readonly unknown[] {
  return input === undefined ? [call.path] : [call.path, input];
}

/** Has the answers at these paths asked again. */
export function refreshPaths(cache: QueryClient, paths: Iterable<string>): Promise<void> {
  const stale = new Set(paths);
  return cache.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
}
