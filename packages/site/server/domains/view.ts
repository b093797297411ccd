import type { Domain, DomainConfig, Embedding, ShownDomain } from '@vesper/contract';
import { colourNotes } from './colour-notes.ts';
import type { DomainColumns, DomainRow } from './queries.ts';

export function domainConfig(row: DomainRow): DomainConfig {
  return {
    domain: row.domain,
    ...(row.address ? { address: row.address } : {}),
    ...(row.owned_names.length > 0 ? { ownedCategories: row.owned_names } : {}),
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
    discovery: { aiTraining: row.discovery_ai_training },
    deterrents: row.deterrents,
    embedding: { sites: row.embed_sites as Embedding['sites'], hosts: row.embed_hosts },
    legal: {
      operator: row.legal_operator,
      agentName: row.legal_agent_name,
      agentAddress: row.legal_agent_address,
      agentPhone: row.legal_agent_phone,
      agentFeeUsd: row.legal_agent_fee_usd,
      updatedOn: row.legal_updated_on,
      governingLaw: row.legal_governing_law,
      recordsCustodian: row.legal_records_custodian,
    },
  };
}

export function shownDomain(row: DomainRow): ShownDomain {
  return { ...domainConfig(row), ...row.pictures };
}

export function domainView(row: DomainRow): Domain {
  const config = domainConfig(row);
  return {
    id: row.id,
    isDefault: row.is_default,
    version: row.version,
    config,
    ...row.pictures,
    notes: colourNotes(config.theme),
  };
}

export function domainColumns({
  theme,
  seo,
  discovery,
  legal,
  embedding,
  ...config
}: DomainConfig): DomainColumns {
  return {
    domain: config.domain,
    address: config.address || null,
    owned_names: config.ownedCategories ?? [],
    site_name: config.siteName,
    brand_name: config.brandName,
    tagline: config.tagline,
    description: config.description,
    keywords: config.keywords,
    contact_email: config.contactEmail,
    theme_primary: theme.primary.toLowerCase(),
    theme_accent: theme.accent.toLowerCase(),
    theme_default: theme.default,
    seo_title_template: seo.titleTemplate,
    seo_default_title: seo.defaultTitle,
    seo_default_description: seo.defaultDescription,
    seo_google_verification: seo.googleVerification ?? null,
    discovery_ai_training: discovery.aiTraining,
    deterrents: config.deterrents,
    embed_sites: embedding.sites,
    embed_hosts: embedding.hosts.map((host) => host.toLowerCase()),
    legal_operator: legal.operator,
    legal_agent_name: legal.agentName,
    legal_agent_address: legal.agentAddress,
    legal_agent_phone: legal.agentPhone,
    legal_agent_fee_usd: legal.agentFeeUsd,
    legal_updated_on: legal.updatedOn,
    legal_governing_law: legal.governingLaw,
    legal_records_custodian: legal.recordsCustodian,
  };
}
