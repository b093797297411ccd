import { type QueryClient, useQuery } from '@tanstack/react-query';
import { routes } from '@vesper/contract';
import { callFailureOf } from '../../data/call-failure.ts';
import { ask, keyOf } from './calls.ts';

export const CHECK_KEY = keyOf(routes.admin.check);

/** Whether an administrator is signed in: undefined until the check has been answered. */
export function useIsAdmin(): { isAdmin: boolean | undefined; error: unknown } {
  const { data, error } = useQuery({ queryKey: CHECK_KEY, queryFn: () => ask(routes.admin.check, {}) });
  return { isAdmin: data?.isAdmin, error };
}

/** A 401 from any call means that the session has ended: the router then shows the login. */
export function forgetEndedSession(cache: QueryClient): void {
  const notice = (error: unknown) => {
    if (callFailureOf(error)?.status === 401) cache.setQueryData(CHECK_KEY, { isAdmin: false });
  };
  // Only when a failure arrives: an earlier one, such as a wrong login code, says nothing about the session now.
  cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
  });
  cache.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
  });
}
