import { DOWNLOAD_STEPS } from '@vesper/contract';
import { expect, test } from 'vitest';
import { percentOf } from './step-shares.ts';

test('a download never goes back, whatever its steps report', () => {
  let last = 0;
  for (const step of DOWNLOAD_STEPS) {
    for (const share of [0, 0.3, 0.99, 1]) {
      const percent = percentOf(step, share);
      expect(percent).toBeGreaterThanOrEqual(last);
      expect(Number.isInteger(percent)).toBe(true);
      last = percent;
    }
  }
  // The last one is for the publishing itself.
  expect(last).toBe(99);
});

test('shares that are none are kept within their step', () => {
  expect(percentOf('fetching', -1)).toBe(percentOf('fetching', 0));
  expect(percentOf('fetching', 7)).toBe(percentOf('fetching', 1));
  expect(percentOf('fetching', 0.5)).toBe(30);
});
