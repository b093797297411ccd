import { expect, test } from 'vitest';
import { networkOf } from './network-address.ts';
import { createNetworkLimit } from './network-limit.ts';

const HOUR_MS = 3_600_000;

test('a network has so many an hour, which begins with its first, and of each subject', () => {
  let now = 1000;
  const limit = createNetworkLimit(2, networkOf, () => now);
  expect(limit.take('192.0.2.1')).toBe(true);
  now += HOUR_MS / 2;
  expect(limit.take('192.0.2.1')).toBe(true);
  expect(limit.take('192.0.2.1')).toBe(false);
  expect(limit.take('192.0.2.1', 'another')).toBe(true);
  expect(limit.take('198.51.100.1')).toBe(true);
  now += HOUR_MS / 2;
  expect(limit.take('192.0.2.1')).toBe(false);
  now += 1;
  expect(limit.take('192.0.2.1')).toBe(true);
});

test('what is given back does not count', () => {
  const limit = createNetworkLimit(2);
  for (let n = 0; n < 5; n += 1) {
    expect(limit.take('192.0.2.1')).toBe(true);
    limit.giveBack('192.0.2.1');
  }
  expect([1, 2, 3].map(() => limit.take('192.0.2.1'))).toEqual([true, true, false]);
  limit.giveBack('192.0.2.1');
  expect([1, 2].map(() => limit.take('192.0.2.1'))).toEqual([true, false]);
});
