import { expect, it } from 'vitest';
import { spokenPlace } from './use-seek-bar-words.ts';

it.each([
  [65, 180, '1 minute 5 seconds of 3 minutes'],
  [0.4, 12.02, '0 seconds of 12 seconds'],
  [3661, 7322.5, '1 hour 1 minute 1 second of 2 hours 2 minutes 2 seconds'],
  [5, Number.NaN, '5 seconds'],
])('%d of %d is %j', (seconds, duration, words) => {
  expect(spokenPlace(seconds, duration)).toBe(words);
});
