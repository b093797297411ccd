import { getDomain } from 'tldts';

/** The hosts whose addresses belong together. */
export interface Site {
  /** With its port. */
  has(host: string): boolean;
}

/** Labels for devices and caches. */
const SPELLING = /^(?:www|m|amp)\./;

/** `hosts` are further ones that the owner named, such as "videos.example". */
export function hostsOfSource(url: string, hosts: readonly string[] = []): Site {
  const names = new Set([siteHostOf(url), ...hosts.map((host) => siteHost(host.toLowerCase()))]);
  return { has: (host) => names.has(siteHost(host)) };
}

/** Shared by all spellings of a site's host; with port. */
export function siteHostOf(url: string): string {
  return siteHost(URL.parse(url)?.host ?? '');
}

/**
 * Drops such labels and the trailing dot, but not before a public suffix (publicsuffix.org): m.github.io is not
 * github.io.
 */
function siteHost(host: string): string {
  let name = withoutDot(host);
  while (SPELLING.test(name)) {
    const rest = name.slice(name.indexOf('.') + 1);
    if (getDomain(rest, { allowPrivateDomains: true }) === null) return name;
    name = rest;
  }
  return name;
}

/** "films.example.:8080" equals "films.example:8080". */
function withoutDot(host: string): string {
  return host.replace(/\.+(?=:\d+$|$)/, '');
}
