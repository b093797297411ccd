import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, parseOutboundAllow } from './address-guard.ts';

describe('isPublicAddress', () => {
  it.each([
    ...['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '100.63.0.1', '223.255.255.255'],
    ...['2606:4700::1111', '2a00:1450:4001::8a', '2001:200::1', '3ffe::1'],
  ])('accepts the public %s', (ip) => expect(isPublicAddress(ip)).toBe(true));

  it.each([
    [
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '10.255.255.255',
      '100.64.0.1',
      '100.100.100.200',
      '127.0.0.1',
      '127.8.9.1',
    ],
    [
      '168.63.129.16',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.8',
      '192.0.2.1',
      '192.88.99.1',
    ],
    [
      '192.168.1.1',
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.7',
      '203.0.113.9',
      '224.0.0.1',
      '239.255.255.250',
    ],
    ['240.0.0.1', '255.255.255.255'],
  ])('refuses the IPv4 special purposes %s ...', (...ips) => {
    expect(ips.filter(isPublicAddress)).toEqual([]);
  });

  it.each([
    ['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '100::1', '2001::1', '2001:0:4136:e378::1'],
    ['2001:db8::1', '2001:1ff::1', '2002:7f00:1::', '2002:a00:1::1', '3fff::1', '3fff:fff::1', 'fe80::1'],
    [
      'fe80::1%eth0',
      '2606:4700::1%1',
      'fec0::1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '4000::1',
      '1fff::1',
    ],
  ])('refuses the IPv6 forms %s ...', (...ips) => {
    expect(ips.filter(isPublicAddress)).toEqual([]);
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.2.3', '[2606:4700::1111]', '8.8.8.8:80'])(
    'refuses %j, which is no IP address',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );

  it('refuses every IPv4 address inside IPv6, in whatever way it is carried', () => {
    const carriers = ['::ffff:', '::', '64:ff9b::', '::ffff:0:'];
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom(...carriers),
        (ip, carrier) => !isPublicAddress(`${carrier}${ip}`),
      ),
    );
  });
});

describe('parseOutboundAllow', () => {
  it('allows exactly the named hosts with exactly their ports', () => {
    const allow = parseOutboundAllow('127.0.0.1:4000, Demo.Local:80 [::1]:8080\n10.1:81');
    expect(allow.has('127.0.0.1', 4000)).toBe(true);
    expect(allow.has('demo.local', 80)).toBe(true);
    expect(allow.has('::1', 8080)).toBe(true);
    expect(allow.has('[::1]', 8080)).toBe(true);
    expect(allow.has('10.0.0.1', 81)).toBe(true);
    expect(allow.has('127.0.0.1', 4001)).toBe(false);
    expect(allow.has('127.0.0.2', 4000)).toBe(false);
    expect(allow.has('sub.demo.local', 80)).toBe(false);
  });

  it('allows nothing by default', () => {
    expect(parseOutboundAllow('').has('127.0.0.1', 80)).toBe(false);
    expect(parseOutboundAllow(' , ').has('', 0)).toBe(false);
  });

  it.each([
    'localhost',
    'localhost:',
    ':80',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    'http://127.0.0.1:80',
    '::1:80',
    '[::1]',
    '*:80',
    'a@b:80',
    '127.0.0.1:80/path',
    '[nonsense]:80',
    '256.1.1.1:80',
  ])('refuses %j with a sentence that names it', (entry) => {
    expect(() => parseOutboundAllow(`127.0.0.1:1 ${entry}`)).toThrow(
      `OUTBOUND_ALLOW holds "${entry}", which is not host:port, as in 127.0.0.1:4000 or [::1]:4000.`,
    );
  });
});
