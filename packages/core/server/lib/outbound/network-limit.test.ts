import { expect, test } from 'vitest';
import { createCounts } from '../counts.ts';
import { createNetworkLimit } from './network-limit.ts';

const HOUR_MS = 3_600_000;
const options = { name: 'tries', mostAnHour: 2 };

test('a network has so many an hour, which begins with its first, and of each subject', async () => {
  let now = 1000;
  const limit = createNetworkLimit(
    createCounts(() => now),
    options,
  );
  expect(await limit.take('192.0.2.1')).toBe(true);
  now += HOUR_MS / 2;
  expect(await limit.take('192.0.2.1')).toBe(true);
  expect(await limit.take('192.0.2.1')).toBe(false);
  expect(await limit.take('192.0.2.1', 'another')).toBe(true);
  expect(await limit.take('198.51.100.1')).toBe(true);
  now += HOUR_MS / 2;
  expect(await limit.take('192.0.2.1')).toBe(false);
  now += 1;
  expect(await limit.take('192.0.2.1')).toBe(true);
});

test('returned uses do not count', async () => {
  const limit = createNetworkLimit(createCounts(), options);
  for (let n = 0; n < 5; n += 1) {
    expect(await limit.take('192.0.2.1')).toBe(true);
    limit.giveBack('192.0.2.1');
  }
  expect(await Promise.all([1, 2, 3].map(() => limit.take('192.0.2.1')))).toEqual([true, true, false]);
  limit.giveBack('192.0.2.1');
  expect(await Promise.all([1, 2].map(() => limit.take('192.0.2.1')))).toEqual([true, false]);
});
