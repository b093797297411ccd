import type { DomainConfig } from './calls/site/domains.ts';

/**
 * The origin, `https://host` or `https://host:port`, by which everything that lasts names a domain's pages: canonical
 * links, structured data, sitemaps. `reached` is the origin by which a request came; only its scheme and port count, and
 * only for a domain without an address.
 */
export function siteOrigin(
  { domain, address }: Pick<DomainConfig, 'domain' | 'address'>,
  reached: string,
): string {
  if (address) return address;
  const { protocol, port } = new URL(reached);
  return `${protocol}//${domain}${port && `:${port}`}`;
}

/**
 * The same without a request, for what is sent out, as mails: strangers choose the port of theirs. A name that works
 * only nearby is that of a new site, which is reached where it listens.
 */
export function publicOrigin(
  { domain, address }: Pick<DomainConfig, 'domain' | 'address'>,
  listensAt?: number,
): string {
  if (address) return address;
  return listensAt && isLocalName(domain) ? `http://${domain}:${listensAt}` : `https://${domain}`;
}

/** The names of this machine to itself: a new site's default domain has one, and is reached by any. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a request came by the domain's own name; those of the machine itself are one and the same. */
export function isOwnHost({ domain }: Pick<DomainConfig, 'domain'>, reached: string): boolean {
  const { hostname } = new URL(reached);
  return hostname === domain || [hostname, domain].every((name) => LOOPBACK_NAMES.includes(name));
}

/**
 * Whether a host name, lower case, leads here only from this machine or a network of its own: addresses, names without
 * a dot, and those that no public name ends in (RFC 6761, RFC 6762, RFC 8375, and .internal).
 */
export function isLocalName(hostname: string): boolean {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isAddress || !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname);
}
