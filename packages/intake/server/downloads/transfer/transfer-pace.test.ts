import { expect, test } from 'vitest';
import { createRateLimit, createRateMeter } from './transfer-pace.ts';

/** A clock that advances only while somebody waits. */
function fakeClock() {
  const clock = {
    ms: 0,
    waits: [] as number[],
    now: () => clock.ms,
    wait: async (ms: number) => {
      clock.waits.push(ms);
    },
  };
  return clock;
}

test('a steady transfer is measured as it is, and what was there before does not count', () => {
  const meter = createRateMeter(1_000_000, 0);
  let rate: number | undefined;
  for (let ms = 250; ms <= 20_000; ms += 250) rate = meter.measure(1_000_000 + ms * 2, ms);
  expect(rate).toBeCloseTo(2_000, 5);
});

test('a file that was started again gives no negative rate', () => {
  const meter = createRateMeter(0, 0);
  meter.measure(1_000_000, 1_000);
  // All of it came within the last second.
  const weight = 1 - Math.exp(-1 / 5);
  const rate = 1_000_000 + weight * (5_000 - 1_000_000);
  expect(meter.measure(5_000, 2_000)).toBeCloseTo(rate, 5);
  expect(meter.measure(5_000, 2_000)).toBeCloseTo(rate, 5);
});

test('a second of bytes is free, then callers wait in turn until theirs are available', async () => {
  const clock = fakeClock();
  const take = createRateLimit(() => 1_000, clock);
  await take(1_000, undefined);
  expect(clock.waits).toEqual([]);
  await take(500, undefined);
  await take(500, undefined);
  expect(clock.waits).toEqual([500, 1_000]);
  clock.ms = 3_000;
  await take(1_000, undefined);
  expect(clock.waits).toHaveLength(2);
});

test('waiting ends with the reason of the signal, and 0 is no limit', async () => {
  const controller = new AbortController();
  const take = createRateLimit(() => 10, undefined);
  const waiting = take(1_000_000, controller.signal);
  controller.abort(new Error('The worker is stopping.'));
  await expect(waiting).rejects.toThrow('The worker is stopping.');
  await createRateLimit(() => 0)(1e12, undefined);
});
