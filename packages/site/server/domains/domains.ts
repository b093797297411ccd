import { FALLBACK_DOMAIN_CONFIG, isLocalName, type Owner, type ShownDomain } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { insertDomain, selectDomains } from './queries.ts';
import { domainColumns, shownDomain } from './view.ts';

/** Other processes see a change after this long. */
const CACHE_MS = 5000;
/** Refreshed ahead, because transactions ask too. */
const AHEAD_MS = 1000;

const NOTHING_REFUSED: RefusedWords = { get: async () => ({ isRefused: () => false }) };

export type DomainDirectory = ReturnType<typeof createDomainDirectory>;

/** By owned categories: only these, or all but these, including videos without one. */
export type Share = { only: readonly string[] } | { except: readonly string[] };

/**
 * Finds the configuration of a host name: the same with or without `www.`, unless both are domains; else the default.
 * Invented names cost no query. Leaves out keywords that are blocked now.
 */
export function createDomainDirectory(db: Db, refusals: RefusedWords = NOTHING_REFUSED) {
  const known = createHeld(
    async () => {
      const list = await refusals.get();
      const configs = (await selectDomains(db)).map(shownDomain).map((config) => ({
        ...config,
        keywords: config.keywords.filter((keyword) => !list.isRefused(keyword)),
      }));
      const ofName = new Map(configs.map((config) => [config.domain, config]));
      return { ofName, ofOthers: configs[0] ?? FALLBACK_DOMAIN_CONFIG, ownerOf: ownersOf(configs) };
    },
    CACHE_MS,
    { aheadMs: AHEAD_MS },
  );
  async function configFor(hostname: string): Promise<ShownDomain> {
    const { ofName, ofOthers } = await known.get();
    return ofName.get(hostname) ?? ofName.get(siblingOf(hostname)) ?? ofOthers;
  }
  async function withPublicNames(): Promise<ShownDomain[]> {
    return [...(await known.get()).ofName.values()].filter(({ domain }) => !isLocalName(domain));
  }
  return {
    configFor,
    nameFor: async (hostname: string) => (await configFor(hostname)).domain,
    async shareFor(hostname: string): Promise<Share> {
      const { domain } = await configFor(hostname);
      const { ownerOf, ofOthers } = await known.get();
      const owned = [...ownerOf].filter(([, owner]) => owner.domain === domain);
      if (!getsTheRest(domain, ofOthers)) return { only: owned.map(([category]) => category) };
      return { except: [...ownerOf.keys()].filter((category) => ownerOf.get(category)?.domain !== domain) };
    },
    /** The domain that owns a category (or videos without one), unless it serves the host name. */
    async otherOwner(hostname: string, category?: string): Promise<Owner | undefined> {
      const config = await configFor(hostname);
      const owner = ownerFor(config, category, await known.get());
      if (owner.domain === config.domain) return undefined;
      return { domain: owner.domain, ...(owner.address ? { address: owner.address } : {}) };
    },
    withPublicNames,
    /** Public domains that own a category (or videos without one): one, or all while the default has no public name. */
    async ownersOf(category?: string): Promise<ShownDomain[]> {
      const all = await known.get();
      return (await withPublicNames()).filter(
        (config) => ownerFor(config, category, all).domain === config.domain,
      );
    },
    forget: known.forget,
  };
}

interface Owners {
  ownerOf: ReadonlyMap<string, ShownDomain>;
  ofOthers: ShownDomain;
}

/** By category. Only domains with a public name own. */
function ownersOf(configs: readonly ShownDomain[]): Map<string, ShownDomain> {
  const owners = new Map<string, ShownDomain>();
  for (const config of configs.filter(({ domain }) => !isLocalName(domain)))
    for (const category of config.ownedCategories ?? [])
      if (!owners.has(category)) owners.set(category, config);
  return owners;
}

function ownerFor(
  config: ShownDomain,
  category: string | undefined,
  { ownerOf, ofOthers }: Owners,
): ShownDomain {
  const owner = category === undefined ? undefined : ownerOf.get(category);
  return owner ?? (getsTheRest(config.domain, ofOthers) ? config : ofOthers);
}

/** Whether the share includes videos whose category no domain owns. */
export function ownsTheRest(share: Share): boolean {
  return 'except' in share;
}

/** While the default has no public name, each domain owns the rest for itself. */
function getsTheRest(domain: string, ofOthers: ShownDomain): boolean {
  return domain === ofOthers.domain || isLocalName(ofOthers.domain);
}

function siblingOf(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
}

export async function ensureDefaultDomain(db: Db): Promise<void> {
  await insertDomain(db, domainColumns(FALLBACK_DOMAIN_CONFIG), { isDefault: true });
}
