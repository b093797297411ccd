import { BlockList, isIP } from 'node:net';
import { isLoopback } from './network-address.ts';

/**
 * For literals without brackets. Refuses anything not certainly public: IANA's special-purpose blocks (RFC 6890), cloud
 * metadata services, multicast, and IPv6 forms that embed IPv4.
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !notPublicIpv4.check(ip, 'ipv4');
  if (family === 6) {
    // A zone ("fe80::1%eth0") only makes sense on a local link.
    return !ip.includes('%') && globalIpv6.check(ip, 'ipv6') && !notPublicIpv6.check(ip, 'ipv6');
  }
  return false;
}

export interface OutboundAllow {
  /** As in a parsed URL: lower case, IPv6 with or without brackets. */
  has(host: string, port: number): boolean;
}

/** OUTBOUND_ALLOW: `host:port` pairs, separated by commas or spaces. Throws an Error that names a bad entry. */
export function parseOutboundAllow(text: string): OutboundAllow {
  const entries = new Set<string>();
  for (const entry of text.split(/[\s,]+/)) {
    if (entry !== '') entries.add(parseAllowEntry(entry));
  }
  return { has: (host, port) => entries.has(`${withBrackets(host)}:${port}`) };
}

/** Browsers may use plain http only on this machine, where fetches are allowed too: for tests and demos. */
export function mayBePlain(allow: OutboundAllow, hostname: string, port: number): boolean {
  return isThisMachine(hostname) && allow.has(hostname, port);
}

export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(withoutBrackets(hostname));
}

/** `[::1]` -> `::1`; others unchanged. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

function parseAllowEntry(entry: string): string {
  const match = /^(\[[0-9a-f:.]+\]|[^[\]:/@?#*%]+):(\d{1,5})$/i.exec(entry);
  const port = Number(match?.[2]);
  const url = match ? `http://${match[1]}/` : '';
  if (!match || port < 1 || port > 65_535 || !URL.canParse(url)) {
    throw new Error(
      `OUTBOUND_ALLOW holds "${entry}", which is not host:port, as in 127.0.0.1:4000 or [::1]:4000.`,
    );
  }
  // Into the form that requests use (127.1 -> 127.0.0.1).
  return `${new URL(url).hostname}:${port}`;
}

function withBrackets(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function blockList(family: 'ipv4' | 'ipv6', subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address, prefix] = subnet.split('/');
    list.addSubnet(address!, Number(prefix), family);
  }
  return list;
}

const notPublicIpv4 = blockList('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; a cloud's metadata service (100.100.100.200)
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's wire server: a public number that answers only inside
  '169.254.0.0/16', // link-local; metadata services (169.254.169.254)
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

const globalIpv6 = blockList('ipv6', ['2000::/3']);

const notPublicIpv6 = blockList('ipv6', [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address inside
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);
