import { expect, test } from 'vitest';
import { bytesText, durationText, relativeTime } from './value-text.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T12:00:20Z', 'just now'],
  ['2026-11-20T11:59:15Z', '1 minute ago'],
  ['2026-11-20T10:00:00Z', '2 hours ago'],
  ['2024-10-01T12:00:00Z', '2 years ago'],
])('%s is %s', (at, text) => {
  expect(relativeTime(at, NOW)).toBe(text);
});

test.each([
  [0, '0 bytes'],
  [1_000, '1 KB'],
  [9_960, '10 KB'],
  [999_600, '1 MB'],
  [1_550_000_000, '1.6 GB'],
  [12e15, '12 PB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test.each([
  ['2026-01-01T00:00:09.940Z', '9.9 s'],
  ['2026-01-01T00:00:09.960Z', '10 s'],
  ['2026-01-01T00:00:59.600Z', '1 min 0 s'],
  ['2026-01-02T03:05:59Z', '27 h 5 min'],
  ['2025-12-31T00:00:00Z', '0.0 s'],
])('until %s it takes %s', (to, text) => {
  expect(durationText('2026-01-01T00:00:00Z', to)).toBe(text);
});
