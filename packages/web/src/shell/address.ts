import { useMemo } from 'react';
import { useRouter } from 'wouter';

/**
 * Path and query as they stand in the address bar. wouter's own useLocation and useSearch decode the text as a
 * whole, after which "%2541" and "%41" can no longer be told apart.
 */
export function useAddress(): { path: string; search: URLSearchParams } {
  const router = useRouter();
  const [path] = router.hook(router);
  const query = router.searchHook(router);
  return useMemo(() => ({ path, search: new URLSearchParams(query) }), [path, query]);
}
