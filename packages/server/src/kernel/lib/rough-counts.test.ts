import { expect, test } from 'vitest';
import { createCounts } from './counts.ts';

const MINUTE_MS = 60_000;

/** Takes until there is no more: how many there were. */
function takeAll(counts: ReturnType<typeof createCounts>, key: string): number {
  for (let taken = 0; ; taken += 1) if (!counts.takeRoughly('views', key, 30)) return taken;
}

test('what a key has used is remembered while very many others are used', () => {
  const counts = createCounts();
  expect(takeAll(counts, 'network video')).toBe(30);
  let taken = 0;
  for (let n = 0; n < 120_000; n += 1) taken += Number(counts.takeRoughly('views', `network ${n}`, 30));
  expect(taken).toBeGreaterThan(119_900);
  expect(counts.takeRoughly('views', 'network video', 30)).toBe(false);
  expect(counts.takeRoughly('others', 'network video', 30)).toBe(true);
});

test('a key has no more in any hour, and all again after an hour and a half', () => {
  let now = 29 * MINUTE_MS;
  const counts = createCounts(() => now);
  expect(takeAll(counts, 'key')).toBe(30);
  now += 60 * MINUTE_MS;
  expect(takeAll(counts, 'key')).toBe(0);
  now += 30 * MINUTE_MS;
  expect(takeAll(counts, 'key')).toBe(30);
});

test('what is given back does not count', () => {
  const counts = createCounts();
  for (let n = 0; n < 100; n += 1) {
    expect(counts.takeRoughly('views', 'key', 30)).toBe(true);
    counts.giveBackRoughly('views', 'key');
  }
  expect(takeAll(counts, 'key')).toBe(30);
  counts.giveBackRoughly('views', 'key');
  expect(takeAll(counts, 'key')).toBe(1);
});
