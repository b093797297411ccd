import { isIP, isIPv6 } from 'node:net';

/** The first 24 bits of an IPv4 address, the first 48 of an IPv6 one: a visitor's network, not the visitor. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.');
  const [head = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  return [...groups, '0', '0', '0'].slice(0, 3).join(':');
}

export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && (address === '::1' || /^(::ffff:)?127\./.test(address));
}
