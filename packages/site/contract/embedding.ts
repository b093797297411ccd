import type { Embedding } from './domains.ts';

/** Sources of `frame-ancestors` (CSP Level 3, 6.4.2). A host without a scheme matches the player's own and https. */
export function frameAncestors({ sites, hosts }: Embedding): string {
  if (sites === 'everyone') return '*';
  return ["'self'", ...(sites === 'listed' ? hosts : [])].join(' ');
}

/** Whether a page of `origin` may talk to the player of a page at `own`: the same rules as `frame-ancestors`. */
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

/** Browsers omit the scheme's default port. */
function isSamePort(listed: string, port: string, protocol: string): boolean {
  const usual = protocol === 'https:' ? '443' : '80';
  return (listed || usual) === (port || usual);
}
