import { expect, test } from 'vitest';
import { isPossibleSynonym } from './search-words.ts';

test.each([
  ['slow waves', true],
  ['time-lapse of a storm', false],
  ['time-lapse storm', true],
  ['4k映像', true],
  ['a b c d e', false],
  [`${'w'.repeat(30)} ${'v'.repeat(29)}`, true],
  ['w'.repeat(61), false],
  ['waves -storm', false],
  ['-storm', false],
  ['"slow waves"', false],
  ['«волны»', false],
  ['!?', false],
])('%s can be a synonym: %s', (text, isPossible) => {
  expect(isPossibleSynonym(text)).toBe(isPossible);
});
