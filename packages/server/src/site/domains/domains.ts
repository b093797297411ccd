import { type DomainConfig, FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../kernel/db/pool.ts';
import { insertDomain, selectDomain } from './queries.ts';
import { domainColumns, domainConfig } from './view.ts';

/** Every process sees a domain's change after this long at most, and at once where it is told of it. */
const CACHE_MS = 5000;

export type DomainDirectory = ReturnType<typeof createDomainDirectory>;

/** Finds the configuration of a host name; unknown names get the default domain's. */
export function createDomainDirectory(db: Db) {
  const known = new LRUCache<string, DomainConfig>({ max: 1000, ttl: CACHE_MS });
  return {
    async configFor(hostname: string): Promise<DomainConfig> {
      const cached = known.get(hostname);
      if (cached) return cached;
      const row = await selectDomain(db, hostname);
      const config = row ? domainConfig(row) : FALLBACK_DOMAIN_CONFIG;
      known.set(hostname, config);
      return config;
    },
    forget: () => known.clear(),
  };
}

/** Creates the default domain of a new site, unless there is one. */
export async function ensureDefaultDomain(db: Db): Promise<void> {
  await insertDomain(db, domainColumns(FALLBACK_DOMAIN_CONFIG), { isDefault: true });
}
