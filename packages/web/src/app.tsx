import type { Client } from '@vesper/contract';
import { useEffect, useMemo } from 'react';
import { ServerAddressContext, useAddress } from './data/address.ts';
import type { Answers } from './data/answers.ts';
import { ClientProvider, useClient } from './data/client-context.tsx';
import { AnswersContext } from './data/use-answer.ts';
import { findRoute } from './routes.ts';
import { offerSuggestions } from './search/offer-suggestions.ts';
import { OfflineNotice } from './shell/offline-notice.tsx';
import { PageView } from './shell/page-view.tsx';
import { SiteHeader } from './shell/site-header.tsx';
import { useNavigationEffects } from './shell/use-navigation-effects.ts';
import { ToastPlace } from './ui/toast-place.tsx';
import { TooltipPlace } from './ui/tooltip-place.tsx';

interface AppProps {
  client: Client;
  cache: Answers;
  /** Only on the server, which has no address bar. */
  serverUrl?: URL;
}

export function App({ client, cache, serverUrl }: AppProps) {
  return (
    <AnswersContext value={cache}>
      <ClientProvider client={client}>
        <ServerAddressContext value={serverUrl}>
          <Site />
        </ServerAddressContext>
      </ClientProvider>
    </AnswersContext>
  );
}

function Site() {
  const { path, search } = useAddress();
  const url = useMemo(() => urlOf(path, search), [path, search]);
  const found = useMemo(() => findRoute(url), [url]);
  useNavigationEffects();
  return (
    <>
      <a href="#main" lang="en" className="skip-link">
        Skip to main content
      </a>
      <SiteHeader />
      <PageView found={found} address={url.pathname + url.search}>
        <Suggestions />
      </PageView>
      <OfflineNotice />
      <ToastPlace />
      <TooltipPlace />
    </>
  );
}

/** Only once React has hydrated the search fields: it would not expect a box beside one. */
function Suggestions() {
  const client = useClient();
  useEffect(() => offerSuggestions(client), [client]);
  return null;
}

/** Pages read only path and query, not the host. */
function urlOf(path: string, search: URLSearchParams): URL {
  return new URL(`http://site.invalid${path}?${search}`);
}
