import { expect, test } from 'vitest';
import { exactTime, relativeTime } from './moment-text.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T12:00:20Z', 'just now'],
  ['2026-11-20T11:59:15Z', '1 minute ago'],
  ['2026-11-20T11:01:00Z', '59 minutes ago'],
  ['2026-11-20T10:00:00Z', '2 hours ago'],
  ['2026-11-20T14:30:00Z', 'in 2 hours'],
  ['2026-11-10T12:00:00Z', '10 days ago'],
  ['2024-10-01T12:00:00Z', '2 years ago'],
])('%s is %s', (at, text) => {
  expect(relativeTime(at, NOW)).toBe(text);
});

test('the exact time has its zone', () => {
  expect(exactTime('2026-11-20T12:00:00Z')).toMatch(/^\d{1,2} Nov 2026.*\d\d:\d\d:\d\d .+/);
});
