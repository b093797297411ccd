import { type Client, FALLBACK_DOMAIN_CONFIG, type ShownDomain } from '@vesper/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { configQuery } from './catalogue-queries.ts';
import { useAnswer } from './use-answer.ts';

const ClientContext = createContext<Client | undefined>(undefined);

export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('No client.');
  return client;
}

/** The fallback until the domain's own has loaded. */
export function useDomainConfig(): { config: ShownDomain; isLoaded: boolean } {
  const { data } = useAnswer(configQuery(useClient()));
  return { config: data ?? FALLBACK_DOMAIN_CONFIG, isLoaded: data !== undefined };
}
