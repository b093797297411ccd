import { expect, test } from 'vitest';
import { bytesText } from './bytes-text.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 KB'],
  [9_960, '10 KB'],
  [999_600, '1.0 MB'],
  [1_550_000_000, '1.6 GB'],
  [12e15, '12000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
