import { type QueryClient, useQuery } from '@tanstack/react-query';
import { callFailureOf } from '../../data/call-failure.ts';
import { useClient } from '../../data/client-context.tsx';

export const CHECK_KEY = ['/api/admin/check'];

/** Whether an administrator is signed in: undefined until the check has been answered (specification, section 6). */
export function useIsAdmin(): { isAdmin: boolean | undefined; error: unknown } {
  const client = useClient();
  const { data, error } = useQuery({ queryKey: CHECK_KEY, queryFn: () => client.admin.check() });
  return { isAdmin: data?.isAdmin, error };
}

/** Any call that is answered 401 says that the session has ended: whoever looks is sent to the login. */
export function forgetEndedSession(cache: QueryClient): void {
  const notice = (error: unknown) => {
    if (callFailureOf(error)?.status === 401) cache.setQueryData(CHECK_KEY, { isAdmin: false });
  };
  // Of each failure once, when it comes: a former one, as a wrong code at the login, says nothing of what is now.
  cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
  });
  cache.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
  });
}
