import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-', { first: 10, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-5', { first: 95, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['Bytes=1-2', { first: 1, last: 2 }],
])('%s of 100 bytes is a part', (header, part) => {
  expect(parseRange(header, 100)).toEqual(part);
});

test.each(['bytes=100-', 'bytes=200-300', 'bytes=-0'])('%s of 100 bytes cannot be had', (header) => {
  expect(parseRange(header, 100)).toBe('unsatisfiable');
});

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'bytes=0-1,5-6', 'items=0-1'])(
  '%s is ignored',
  (header) => {
    expect(parseRange(header, 100)).toBeUndefined();
  },
);
