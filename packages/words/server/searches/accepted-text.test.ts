import { LONGEST_COUNTED_SEARCH } from '@vesper/contract';
import { expect, test } from 'vitest';
import { acceptedText } from './accepted-text.ts';

test.each([
  ['charts -cheap -at -spam-site.example', 'charts'],
  ['Charts at spam-site.example https://spam.example/now', 'charts at'],
  ['"Slow  waves" -"far away" Epi-Cycles', '"slow waves" epi-cycles'],
  ['-cheap -spam-site.example', undefined],
  ['spam-site.example', undefined],
  ['charts -someone@mail.example', undefined],
  ['call 030 123 45 67', undefined],
  [' !? ', undefined],
  ['w'.repeat(LONGEST_COUNTED_SEARCH + 1), undefined],
])('%s is counted as %s', (typed, text) => {
  expect(acceptedText(typed)).toBe(text);
  expect(text === undefined || acceptedText(text) === text).toBe(true);
});
