import { expect, test } from 'vitest';
import { bytesText } from './bytes-text.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [9_960, '10 KB'],
  [999_600, '1 MB'],
  [1_550_000_000, '1.6 GB'],
  [12_345_678, '12 MB'],
  [12e15, '12 PB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
