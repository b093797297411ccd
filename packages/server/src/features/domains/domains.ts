import { type DomainConfig, FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/pool.ts';
import { type DomainRow, insertDefaultDomain, selectDomain } from './queries.ts';
import { domainConfig } from './view.ts';

/** A change of a domain is seen by every process after this long at the most. */
const CACHE_MS = 5000;

export type DomainDirectory = ReturnType<typeof createDomainDirectory>;

/** Answers which configuration belongs to a host name; unknown names get the default domain's. */
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
  };
}

/** Makes the default domain of a new site, unless there is one. */
export async function ensureDefaultDomain(db: Db): Promise<void> {
  const { theme, seo, legal: _legal, deterrents: _deterrents, ...config } = FALLBACK_DOMAIN_CONFIG;
  const row: Omit<DomainRow, 'id' | 'created_at'> = {
    domain: config.domain,
    is_default: true,
    site_name: config.siteName,
    brand_name: config.brandName,
    tagline: config.tagline,
    description: config.description,
    keywords: config.keywords,
    contact_email: config.contactEmail,
    theme_primary: theme.primary,
    theme_accent: theme.accent,
    theme_default: theme.default,
    seo_title_template: seo.titleTemplate,
    seo_default_title: seo.defaultTitle,
    seo_default_description: seo.defaultDescription,
    seo_google_verification: null,
  };
  await insertDefaultDomain(db, row);
}
