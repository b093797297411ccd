import { domainToASCII } from 'node:url';
import type { DomainConfig } from '@vesper/contract';
import { PRODUCT_TOKEN } from '@vesper/core/lib/outbound/product-token.ts';
import { createSafeFetch, type SafeFetchSettings } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { versionOfVesper } from '@vesper/core/lib/vesper-version.ts';
import type { Config } from '../settings/config.ts';

export type OutboundTuning = Partial<
  Pick<SafeFetchSettings, 'limits' | 'connectTimeoutMs' | 'resolveHost' | 'onRequest'>
>;

/**
 * "VesperBot/1.0.0 (+https://videos.example/bot; contact@videos.example)", always a valid header. CRAWLER_CONTACT replaces
 * the default domain's addresses.
 */
export function crawlerUserAgent(
  { crawlerContact }: Pick<Config, 'crawlerContact'>,
  domain: Pick<DomainConfig, 'domain' | 'contactEmail'>,
): string {
  const contact = crawlerContact ? contactOf(crawlerContact) : contactOfDomain(domain);
  return `${PRODUCT_TOKEN}/${versionOfVesper()} (${contact})`;
}

export function createOutboundFetch(config: Config, userAgent: string, tuning: OutboundTuning = {}) {
  return createSafeFetch({ allow: config.outboundAllow, userAgent, ...tuning });
}

/** For one server of the operator's, even at a private address: no source can direct it. */
export function createFetchFrom(server: string, userAgent: string, tuning: OutboundTuning = {}) {
  const { hostname, port, protocol } = new URL(server);
  const ownPort = Number(port) || (protocol === 'https:' ? 443 : 80);
  const allow = { has: (host: string, asked: number) => host === hostname && asked === ownPort };
  return createSafeFetch({ allow, userAgent, ...tuning });
}

function contactOf(text: string): string {
  return /^https?:/i.test(text) ? `+${headerText(text)}` : headerText(text);
}

/** Omits a mail address that no header can hold: the page has it. */
function contactOfDomain({ domain, contactEmail }: Pick<DomainConfig, 'domain' | 'contactEmail'>): string {
  const page = `+https://${headerText(domainToASCII(domain) || domain)}/bot`;
  return /^[\x21-\x7e]+$/.test(contactEmail) ? `${page}; ${headerText(contactEmail)}` : page;
}

/** Drops what would end the comment (RFC 9110 section 5.6.5) or the header. */
function headerText(text: string): string {
  return text.replace(/[^\x21-\x7e]|[()\\]/g, '');
}
