import { type DomainConfig, FALLBACK_DOMAIN_CONFIG } from './domains.ts';

/** A host name as browsers send it: lower case, other scripts as punycode, no port. Undefined for anything else. */
export function readHostName(text: string): string | undefined {
  const given = text.trim();
  const url = URL.canParse(`http://${given}`) ? new URL(`http://${given}`) : undefined;
  const isPlain = !/[/?#@\\\s]|:\d*$/.test(given);
  const isName = url && /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)$/.test(url.hostname);
  return isPlain && isName ? url.hostname : undefined;
}

interface NewDomainNames {
  domain: string;
  /** Derived from the domain by default. */
  siteName?: string | undefined;
  /** The site's name by default. */
  brandName?: string | undefined;
}

/** Colours, switches and legal details are the model's, but not its proof of ownership; texts are defaults or empty. */
export function newDomainConfig(model: DomainConfig, names: NewDomainNames): DomainConfig {
  const { domain } = names;
  const siteName = names.siteName?.trim() || nameFrom(domain);
  const { description, keywords, seo } = FALLBACK_DOMAIN_CONFIG;
  const { address: _address, ownedCategories: _owned, ...same } = model;
  return {
    ...same,
    domain,
    siteName,
    brandName: names.brandName?.trim() || siteName,
    tagline: '',
    description,
    keywords,
    contactEmail: `contact@${domain}`,
    seo: {
      titleTemplate: `%s | ${siteName.replaceAll('%s', '')}`,
      defaultTitle: `${siteName}: free videos for adults`,
      defaultDescription: seo.defaultDescription,
    },
  };
}

/** The texts that are still empty or defaults, by their labels in the form. */
export function unwrittenWords({ tagline, description, keywords, seo }: DomainConfig): string[] {
  const made = FALLBACK_DOMAIN_CONFIG;
  const isUnwritten = {
    Tagline: tagline === '' || tagline === made.tagline,
    Description: description === '' || description === made.description,
    Keywords: keywords.length === 0 || keywords.join() === made.keywords.join(),
    'Default description':
      seo.defaultDescription === '' || seo.defaultDescription === made.seo.defaultDescription,
  };
  return Object.entries(isUnwritten).flatMap(([name, is]) => (is ? [name] : []));
}

/** `night-films.example` is called Night Films. */
function nameFrom(domain: string): string {
  const [label = ''] = domain
    .toLowerCase()
    .replace(/^www\./, '')
    .split('.');
  const words = label.split('-').filter(Boolean);
  if (label.startsWith('xn--') || words.length === 0) return domain;
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
