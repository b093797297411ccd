import { expect, test } from 'vitest';
import { startDnsServer } from '../../../../test/dns-server.ts';
import { createNameCheck, createRangeCheck, pointerName } from './reverse-dns.ts';

test.each([
  ['192.0.2.7', '7.2.0.192.in-addr.arpa'],
  ['2001:db8::1', `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`],
  ['2001:db8:1:2:3:4:5:6', '6.0.0.0.5.0.0.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['::', `${'0.'.repeat(32)}ip6.arpa`],
])('the names of %s are at %s', (address, name) => {
  expect(pointerName(address)).toBe(name);
});

test('a range check knows the address’s family, however a socket writes it', () => {
  const isIn = createRangeCheck(['192.0.2.0/24', '2001:db8::/32', '198.51.100.7']);
  expect(['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:1::9', '198.51.100.7'].map(isIn)).toEqual(
    Array(4).fill(true),
  );
  expect(['192.0.3.9', '2001:db9::1', '198.51.100.8', 'nothing', ''].map(isIn)).toEqual(Array(5).fill(false));
});

test('a check ends at its deadline, even within a patient question', async () => {
  const dns = await startDnsServer({ names: {}, addresses: {} });
  dns.silence(true);
  try {
    const { confirmedName } = createNameCheck({ servers: [dns.server], timeoutMs: 60_000, deadlineMs: 200 });
    await expect(confirmedName('192.0.2.1', ['names.test'])).rejects.toThrow();
    expect(dns.asked).toEqual(['PTR 1.2.0.192.in-addr.arpa']);
  } finally {
    await dns.close();
  }
});
