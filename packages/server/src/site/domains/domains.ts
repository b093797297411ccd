import { type DomainConfig, FALLBACK_DOMAIN_CONFIG, isLocalName, type Owner } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { createHeld } from '../../kernel/lib/held.ts';
import type { RefusedWords } from '../../kernel/lib/text/refused-words.ts';
import { insertDomain, selectDomains } from './queries.ts';
import { domainColumns, domainConfig } from './view.ts';

/** Every process sees a domain's change after this long at most, and at once where it is told of it. */
const CACHE_MS = 5000;
/** Transactions ask too: they write mails in a domain's name. */
const AHEAD_MS = 1000;

const NOTHING_REFUSED: RefusedWords = { get: async () => ({ isRefused: () => false }) };

export type DomainDirectory = ReturnType<typeof createDomainDirectory>;

/** The categories that a domain owns, with their videos: only these, or all except these and what has no category. */
export type Share = { only: readonly string[] } | { except: readonly string[] };

/**
 * Finds the configuration of a host name: with or without `www.` it is the same domain, unless both are domains; all
 * other names get the default domain's. Names that somebody invents cost no query. Of a
 * domain's keywords those that have become refused are left out.
 */
export function createDomainDirectory(db: Db, refusals: RefusedWords = NOTHING_REFUSED) {
  const known = createHeld(
    async () => {
      const list = await refusals.get();
      const configs = (await selectDomains(db)).map(domainConfig).map((config) => ({
        ...config,
        keywords: config.keywords.filter((keyword) => !list.isRefused(keyword)),
      }));
      const ofName = new Map(configs.map((config) => [config.domain, config]));
      return { ofName, ofOthers: configs[0] ?? FALLBACK_DOMAIN_CONFIG, ownerOf: ownersOf(configs) };
    },
    CACHE_MS,
    { aheadMs: AHEAD_MS },
  );
  async function configFor(hostname: string): Promise<DomainConfig> {
    const { ofName, ofOthers } = await known.get();
    return ofName.get(hostname) ?? ofName.get(siblingOf(hostname)) ?? ofOthers;
  }
  async function withPublicNames(): Promise<DomainConfig[]> {
    return [...(await known.get()).ofName.values()].filter(({ domain }) => !isLocalName(domain));
  }
  return {
    configFor,
    /** The name of the domain that answers for a host name. */
    nameFor: async (hostname: string) => (await configFor(hostname)).domain,
    /** Which videos the domain that answers for a host name owns. */
    async shareFor(hostname: string): Promise<Share> {
      const { domain } = await configFor(hostname);
      const { ownerOf, ofOthers } = await known.get();
      const owned = [...ownerOf].filter(([, owner]) => owner.domain === domain);
      if (!getsTheRest(domain, ofOthers)) return { only: owned.map(([category]) => category) };
      return { except: [...ownerOf.keys()].filter((category) => ownerOf.get(category)?.domain !== domain) };
    },
    /**
     * The domain that owns a category and its videos, or without one what has no category, unless it is the one that
     * answers for the host name.
     */
    async otherOwner(hostname: string, category?: string): Promise<Owner | undefined> {
      const config = await configFor(hostname);
      const owner = ownerFor(config, category, await known.get());
      if (owner.domain === config.domain) return undefined;
      return { domain: owner.domain, ...(owner.address ? { address: owner.address } : {}) };
    },
    withPublicNames,
    /**
     * Those with a public name that own a category and its videos, or without one what has no category: one, or each while
     * the default one has none.
     */
    async ownersOf(category?: string): Promise<DomainConfig[]> {
      const all = await known.get();
      return (await withPublicNames()).filter(
        (config) => ownerFor(config, category, all).domain === config.domain,
      );
    },
    forget: known.forget,
  };
}

interface Owners {
  /** By category. */
  ownerOf: ReadonlyMap<string, DomainConfig>;
  ofOthers: DomainConfig;
}

/** By category. A domain without a public name owns nothing that another shows. */
function ownersOf(configs: readonly DomainConfig[]): Map<string, DomainConfig> {
  const owners = new Map<string, DomainConfig>();
  for (const config of configs.filter(({ domain }) => !isLocalName(domain)))
    for (const category of config.ownedCategories ?? [])
      if (!owners.has(category)) owners.set(category, config);
  return owners;
}

/** The domain that owns a category that `config`'s domain shows, or without one what has no category. */
function ownerFor(
  config: DomainConfig,
  category: string | undefined,
  { ownerOf, ofOthers }: Owners,
): DomainConfig {
  const owner = category === undefined ? undefined : ownerOf.get(category);
  return owner ?? (getsTheRest(config.domain, ofOthers) ? config : ofOthers);
}

/** Whether a share has what no domain owns by category: the other categories, and what has none, as pages of keywords. */
export function ownsTheRest(share: Share): boolean {
  return 'except' in share;
}

/** The default domain owns what no other does; as long as it has no public name, each for itself. */
function getsTheRest(domain: string, ofOthers: DomainConfig): boolean {
  return domain === ofOthers.domain || isLocalName(ofOthers.domain);
}

function siblingOf(hostname: string): string {
  return hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
}

/** Creates the default domain of a new site, unless there is one. */
export async function ensureDefaultDomain(db: Db): Promise<void> {
  await insertDomain(db, domainColumns(FALLBACK_DOMAIN_CONFIG), { isDefault: true });
}
