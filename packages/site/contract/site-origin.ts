import type { DomainConfig } from './domains.ts';

/** For canonical links, structured data and sitemaps. `reached` supplies the scheme and port if no address is set. */
export function siteOrigin(
  { domain, address }: Pick<DomainConfig, 'domain' | 'address'>,
  reached: string,
): string {
  if (address) return address;
  const { protocol, port } = new URL(reached);
  return `${protocol}//${domain}${port && `:${port}`}`;
}

/** For mails, since visitors control a request's port. A local name belongs to a new site, reached where it listens. */
export function publicOrigin(
  { domain, address }: Pick<DomainConfig, 'domain' | 'address'>,
  listensAt?: number,
): string {
  if (address) return address;
  return listensAt && isLocalName(domain) ? `http://${domain}:${listensAt}` : `https://${domain}`;
}

/** A new site's default domain is one of these, and reachable by any of them. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export function isOwnHost({ domain }: Pick<DomainConfig, 'domain'>, reached: string): boolean {
  const { hostname } = new URL(reached);
  return hostname === domain || [hostname, domain].every((name) => LOOPBACK_NAMES.includes(name));
}

/** Reachable only locally: addresses, names without a dot, and reserved ones (RFC 6761, 6762, 8375, .internal). */
export function isLocalName(hostname: string): boolean {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isAddress || !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname);
}
