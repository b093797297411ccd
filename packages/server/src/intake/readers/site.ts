import { getDomain } from 'tldts';

/** A site: the hosts whose addresses belong to it. */
export interface Site {
  /** `host` as in a URL, with its port. */
  has(host: string): boolean;
}

/** Labels in front of a site's name that only say for which device or cache a page is. */
const SPELLING = /^(?:www|m|amp)\./;

/** The site at an address, with further hosts that its owner has named, such as "videos.example". */
export function hostsOfSource(url: string, hosts: readonly string[] = []): Site {
  const names = new Set([siteHostOf(url), ...hosts.map((host) => siteHost(host.toLowerCase()))]);
  return { has: (host) => names.has(siteHost(host)) };
}

/** The name and port that all spellings of an address's host share: addresses with the same one belong to one site. */
export function siteHostOf(url: string): string {
  return siteHost(URL.parse(url)?.host ?? '');
}

/**
 * A host without the labels of other spellings and the trailing dot. A label stays where what follows it is a public
 * suffix (publicsuffix.org), under which the next label is somebody's name: m.github.io is not github.io.
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

/** "films.example.:8080" is the same host as "films.example:8080". */
function withoutDot(host: string): string {
  return host.replace(/\.+(?=:\d+$|$)/, '');
}
