import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectRange } from './ranges.ts';

const SIZE = 1000;

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=999-', { start: 999, end: 999 }],
  ['bytes=10-5000', { start: 10, end: 999 }],
  [`bytes=0-${'9'.repeat(40)}`, { start: 0, end: 999 }],
  ['bytes=-5', { start: 995, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['Bytes=5-6', { start: 5, end: 6 }],
  ['bytes=,5-6,', { start: 5, end: 6 }],
] as const)('%s is a part', (header, part) => {
  expect(selectRange(header, SIZE)).toEqual(part);
});

test.each(['bytes=1000-', 'bytes=1000-2000', `bytes=${'9'.repeat(40)}-`, 'bytes=-0'])(
  '%s cannot be given',
  (header) => {
    expect(selectRange(header, SIZE)).toBe('unsatisfiable');
  },
);

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=9-3',
  'items=0-5',
  'bytes=0-1,5-9',
  `bytes=${Array.from({ length: 1500 }, (_, n) => `${n}-${n}`).join(',')}`,
])('%s is ignored', (header) => {
  expect(selectRange(header, SIZE)).toBe('whole');
});

test('whatever is requested, a part lies within the file', () => {
  const numbers = fc.oneof(fc.constant(''), fc.nat({ max: 3000 }).map(String));
  const header = fc.oneof(
    fc.tuple(numbers, numbers).map(([first, last]) => `bytes=${first}-${last}`),
    fc.string().map((text) => `bytes=${text}`),
  );
  fc.assert(
    fc.property(header, fc.nat({ max: 2000 }), (text, size) => {
      const range = selectRange(text, size);
      if (typeof range === 'string') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.start).toBeLessThanOrEqual(range.end);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
