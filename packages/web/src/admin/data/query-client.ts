import { QueryClient, useQuery } from '@tanstack/react-query';
import { type Call, permits, type Role, routes } from '@vesper/contract';
import { callFailureOf } from '../../data/call-failure.ts';
import type { SavedAnswer } from '../../data/saved-answers.ts';
import { ask, keyOf } from './calls.ts';

/** Live events say when answers are stale, so nothing is refetched by itself. */
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
        // An error status is kept; after a network failure, reopening the page retries.
        retryOnMount: (query) => callFailureOf(query.state.error) === undefined,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export function restoreCache(cache: QueryClient, text: string): void {
  for (const { key, data } of JSON.parse(text) as SavedAnswer[])
    cache.setQueryData(key, data, { updatedAt: 0 });
}

export const CHECK_KEY = keyOf(routes.admin.check);

/** Undefined until the check has been answered; `role` also until the first check after signing in. */
export function useIsAdmin(): { isAdmin: boolean | undefined; role: Role | undefined; error: unknown } {
  const { data, error } = useQuery({ queryKey: CHECK_KEY, queryFn: () => ask(routes.admin.check, {}) });
  return { isAdmin: data?.isAdmin, role: data?.role, error };
}

const NONE: Role = { isOwner: false, scopes: [], opensPapers: false };

export function useRole(): Role {
  return useIsAdmin().role ?? NONE;
}

/** Whether the administrator may make a call. */
export function useMay(): (call: Call) => boolean {
  const role = useRole();
  return (call) => permits(role, call);
}

/** A 401 from any call means that the session has ended: the router then shows the login. */
export function forgetEndedSession(cache: QueryClient): void {
  const notice = (error: unknown) => {
    if (callFailureOf(error)?.status === 401) cache.setQueryData(CHECK_KEY, { isAdmin: false });
  };
  // Only new failures count: an earlier one, such as a wrong login code, says nothing about this session.
  cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
  });
  cache.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
  });
}
