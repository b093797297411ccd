import { expect, test } from 'vitest';
import { formatManualCount } from './job-words.ts';

test.each([
  [0, 1, ''],
  [1, 1, 'It was added by hand. '],
  [1, 2, '1 of them was added by hand. '],
  [1200, 1500, '1,200 of them were added by hand. '],
])('%i by hand of %i', (byHand, all, words) => {
  expect(formatManualCount(byHand, all)).toBe(words);
});
