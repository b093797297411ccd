import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  ['2026-01-01T00:00:00.400Z', '0.4 s'],
  ['2026-01-01T00:00:09.940Z', '9.9 s'],
  ['2026-01-01T00:00:09.960Z', '10 s'],
  ['2026-01-01T00:00:59Z', '59 s'],
  ['2026-01-01T00:00:59.600Z', '1 min 0 s'],
  ['2026-01-01T00:12:30Z', '12 min 30 s'],
  ['2026-01-02T03:05:59Z', '27 h 5 min'],
  ['2025-12-31T00:00:00Z', '0.0 s'],
])('until %s it takes %s', (to, text) => {
  expect(durationText('2026-01-01T00:00:00Z', to)).toBe(text);
});
