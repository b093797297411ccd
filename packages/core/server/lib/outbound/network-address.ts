import { isIP, isIPv6 } from 'node:net';

/** The first 24 bits of IPv4, 48 of IPv6: a visitor's network, not the visitor. */
export function networkOf(address: string): string {
  return prefixOf(address, 3);
}

/** The first 24 bits of IPv4, 32 of IPv6: a block rented out as one. */
export function widerNetworkOf(address: string): string {
  return prefixOf(address, 2);
}

/** IPv4, or the first 64 bits of IPv6: one internet line. */
export function lineOf(address: string): string {
  const plain = plainOf(address);
  return isIPv6(plain) ? prefixOf(plain, 4) : plain;
}

function prefixOf(address: string, groupsOfV6: number): string {
  const plain = plainOf(address);
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.');
  const [head = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  return [...groups, '0', '0', '0', '0'].slice(0, groupsOfV6).join(':');
}

/** An IPv4 address that a socket writes as IPv6 becomes IPv4. */
export function plainOf(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && (address === '::1' || /^(::ffff:)?127\./.test(address));
}

/** `127.0.0.1` or `[::1]`, not a name. */
export function isNumericHost(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** Or a single address: `10.0.0.0/8`, `fd00::1`. */
export function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
}
