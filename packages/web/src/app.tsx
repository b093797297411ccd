import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Client } from '@vesper/contract';
import { useMemo } from 'react';
import { Router } from 'wouter';
import { ClientProvider } from './data/client-context.tsx';
import { DocumentHead } from './head/document-head.tsx';
import { findPage } from './routes.ts';
import { useAddress } from './shell/address.ts';
import { PageFinderContext } from './shell/page-finder.ts';
import { SiteFooter } from './shell/site-footer.tsx';
import { SiteHeader } from './shell/site-header.tsx';
import { useNavigationEffects } from './shell/use-navigation-effects.ts';
import { navigateInTransition } from './shell/view-transition.ts';
import { ToastPlace } from './ui/toast-place.tsx';

interface AppProps {
  client: Client;
  cache: QueryClient;
  /** On the server: path and query of the request, since there is no address bar. */
  serverUrl?: URL;
}

/** The whole site inside #root, the same on the server and in the browser. */
export function App({ client, cache, serverUrl }: AppProps) {
  const location = serverUrl ? { ssrPath: serverUrl.pathname, ssrSearch: serverUrl.search } : {};
  return (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>
        <PageFinderContext value={findPage}>
          <Router {...location} aroundNav={navigateInTransition}>
            <Site />
          </Router>
        </PageFinderContext>
      </ClientProvider>
    </QueryClientProvider>
  );
}

function Site() {
  const { path, search } = useAddress();
  const found = useMemo(() => findPage(urlOf(path, search)), [path, search]);
  useNavigationEffects();
  const { page, params } = found;
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-primary focus:px-4 focus:py-3 focus:text-sm focus:font-semibold focus:text-on-primary"
      >
        Skip to main content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <page.Component params={params} search={search} />
      </main>
      <SiteFooter />
      <DocumentHead found={found} />
      <ToastPlace />
    </>
  );
}

/** Pages look at path and query only; the host is none of theirs. */
function urlOf(path: string, search: URLSearchParams): URL {
  const url = new URL('http://site.invalid');
  url.pathname = path;
  url.search = search.toString();
  return url;
}
