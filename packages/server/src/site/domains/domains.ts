import { type DomainConfig, FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { createHeld } from '../../kernel/lib/held.ts';
import { insertDomain, selectDomains } from './queries.ts';
import { domainColumns, domainConfig } from './view.ts';

/** Every process sees a domain's change after this long at most, and at once where it is told of it. */
const CACHE_MS = 5000;

export type DomainDirectory = ReturnType<typeof createDomainDirectory>;

/**
 * Finds the configuration of a host name: with or without `www.` it is the same domain, unless both are domains; all
 * other names get the default domain's. Names that somebody invents cost no query.
 */
export function createDomainDirectory(db: Db) {
  const known = createHeld(async () => {
    const configs = (await selectDomains(db)).map(domainConfig);
    const ofName = new Map(configs.map((config) => [config.domain, config]));
    return { ofName, ofOthers: configs[0] ?? FALLBACK_DOMAIN_CONFIG };
  }, CACHE_MS);
  async function configFor(hostname: string): Promise<DomainConfig> {
    const { ofName, ofOthers } = await known.get();
    return ofName.get(hostname) ?? ofName.get(siblingOf(hostname)) ?? ofOthers;
  }
  return {
    configFor,
    /** The name of the domain that answers for a host name. */
    nameFor: async (hostname: string) => (await configFor(hostname)).domain,
    forget: known.forget,
  };
}

function siblingOf(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
}

/** Creates the default domain of a new site, unless there is one. */
export async function ensureDefaultDomain(db: Db): Promise<void> {
  await insertDomain(db, domainColumns(FALLBACK_DOMAIN_CONFIG), { isDefault: true });
}
