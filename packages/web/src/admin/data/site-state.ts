import { useQuery } from '@tanstack/react-query';
import {
  type Call,
  type CallOutput,
  type DomainConfig,
  FALLBACK_DOMAIN_CONFIG,
  routes,
} from '@vesper/contract';
import { configQuery } from '../../data/catalogue-queries.ts';
import { useClient } from '../../data/client-context.tsx';
import { askInRole, type Input, keyOf } from './calls.ts';

/** The fallback until it has loaded. */
export function useDomainConfig(): { config: DomainConfig; isLoaded: boolean } {
  const { data } = useQuery(configQuery(useClient()));
  return { config: data ?? FALLBACK_DOMAIN_CONFIG, isLoaded: data !== undefined };
}

const POLL_MS = 15_000;

export const useHowItIs = () => usePolled(routes.operation.report);

export const useOperation = () => usePolled(routes.operation.state);

/** Polls even while changes are pushed: no event announces a missing heartbeat or a full disk. */
function usePolled<C extends Call>(call: C) {
  return useQuery<CallOutput<C>>({
    queryKey: keyOf(call),
    queryFn: ({ client }) => askInRole(client, call, {} as Input<C>),
    refetchInterval: POLL_MS,
  });
}
