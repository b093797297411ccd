import { expect, test } from 'vitest';
import { isLoopback, isNumericHost, lineOf, networkOf, widerNetworkOf } from './network-address.ts';

test.each([
  ['203.0.113.77', '203.0.113'],
  ['::ffff:203.0.113.77', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::6', '2001:db8:0'],
  ['::1', '0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8'],
  ['2001::6', '2001:0'],
])('the wider network of %s is %s', (address, network) => {
  expect(widerNetworkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
])('the line of %s is %s', (address, line) => {
  expect(lineOf(address)).toBe(line);
});

test('loopback is what it is, not what is written like it', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    expect(isLoopback(address)).toBe(true);
  for (const address of ['128.0.0.1', '127.evil.test', '', '10.0.0.1'])
    expect(isLoopback(address)).toBe(false);
});

test('a host is a number or a name', () => {
  for (const host of ['127.0.0.1', '[::1]', '::1', '203.0.113.5'])
    expect(isNumericHost(host), host).toBe(true);
  for (const host of ['localhost', 'films.test', '1.films.test', '127.0.0.1.test', ''])
    expect(isNumericHost(host), host).toBe(false);
});
