import { expect, it } from 'vitest';
import { isWorthResuming } from './positions.ts';

it.each([
  [4.9, 60, false],
  [5, 60, true],
  [17, 600, false],
  [18, 600, true],
  [570, 600, true],
  [571, 600, false],
  [5, 5, false],
  [0, 0, false],
])('%s of %s seconds: resumed is %s', (seconds, duration, expected) => {
  expect(isWorthResuming({ seconds, duration })).toBe(expected);
});
