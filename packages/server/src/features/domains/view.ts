import { type DomainConfig, FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';
import type { DomainRow } from './queries.ts';

export function domainConfig(row: DomainRow): DomainConfig {
  return {
    domain: row.domain,
    siteName: row.site_name,
    brandName: row.brand_name,
    tagline: row.tagline,
    description: row.description,
    keywords: row.keywords,
    contactEmail: row.contact_email,
    theme: {
      primary: row.theme_primary,
      accent: row.theme_accent,
      default: row.theme_default === 'light' ? 'light' : 'dark',
    },
    seo: {
      titleTemplate: row.seo_title_template,
      defaultTitle: row.seo_default_title,
      defaultDescription: row.seo_default_description,
      ...(row.seo_google_verification ? { googleVerification: row.seo_google_verification } : {}),
    },
    deterrents: FALLBACK_DOMAIN_CONFIG.deterrents,
    legal: FALLBACK_DOMAIN_CONFIG.legal,
  };
}
