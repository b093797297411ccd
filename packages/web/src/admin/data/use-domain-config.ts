import { useQuery } from '@tanstack/react-query';
import { type DomainConfig, FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';
import { configQuery } from '../../data/catalogue-queries.ts';
import { useClient } from '../../data/client-context.tsx';

/** The domain's configuration, and whether it has arrived; until then the fallback. */
export function useDomainConfig(): { config: DomainConfig; isLoaded: boolean } {
  const { data } = useQuery(configQuery(useClient()));
  return { config: data ?? FALLBACK_DOMAIN_CONFIG, isLoaded: data !== undefined };
}
