import type { Embedding } from '../calls/site/domains.ts';

/**
 * The sources of `frame-ancestors` (CSP Level 3, section 6.4.2) for a domain's player. The site's own pages may always
 * frame it; a host without a scheme stands for the player's own, and for https.
 */
export function frameAncestors({ sites, hosts }: Embedding): string {
  if (sites === 'everyone') return '*';
  return ["'self'", ...(sites === 'listed' ? hosts : [])].join(' ');
}

/**
 * Whether a page of `origin`, as browsers write it (`https://blog.example`), may speak to the player of a page at `own`.
 * What matches is the same as in `frame-ancestors`.
 */
export function mayFrame({ sites, hosts }: Embedding, origin: string, own: string): boolean {
  if (origin === own || sites === 'everyone') return true;
  if (sites === 'nobody' || !URL.canParse(origin) || !URL.canParse(own)) return false;
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:' && protocol !== new URL(own).protocol) return false;
  return hosts.some((listed) => {
    const [name = '', listedPort = ''] = listed.split(':');
    const isNamed = name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
    return isNamed && isSamePort(listedPort, port, protocol);
  });
}

/** Browsers omit the port that belongs to the scheme. */
function isSamePort(listed: string, port: string, protocol: string): boolean {
  const usual = protocol === 'https:' ? '443' : '80';
  return (listed || usual) === (port || usual);
}
