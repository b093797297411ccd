import { createContext, useContext, useMemo } from 'react';
import { usePathname, useSearch } from 'wouter/use-browser-location';

/** The request's address on the server, which has no address bar. */
export const ServerAddressContext = createContext<URL | undefined>(undefined);

/** Path and query as in the address bar, the path undecoded: "%2541" and "%41" are different paths. */
export function useAddress(): { path: string; search: URLSearchParams } {
  const server = useContext(ServerAddressContext);
  const path = usePathname(server && { ssrPath: server.pathname });
  const query = useSearch(server && { ssrSearch: server.search });
  return useMemo(() => ({ path, search: new URLSearchParams(query) }), [path, query]);
}
