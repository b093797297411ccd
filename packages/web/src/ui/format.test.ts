import { expect, it } from 'vitest';
import {
  countText,
  formatCount,
  formatDay,
  formatDuration,
  isoDuration,
  qualityLabel,
  viewsText,
} from './format.ts';

it.each([
  [0, 'N/A'],
  [-3, 'N/A'],
  [Number.NaN, 'N/A'],
  [Number.POSITIVE_INFINITY, 'N/A'],
  [65.9, '1:05'],
  [4215, '70:15'],
])('%s seconds last %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it.each([
  [1, '1 view'],
  [999, '999 views'],
  [1000, '1.0K views'],
  [999_949, '999.9K views'],
  [999_950, '1.0M views'],
])('%s views are %s', (views, text) => {
  expect(viewsText(views)).toBe(text);
});

it.each([999, 1000, 1_234_567_890])('%s has its commas', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
});

it('marks a capped count', () => {
  expect(countText(1000, 'result', true)).toBe('1,000+ results');
  expect(countText(1, 'result')).toBe('1 result');
  expect(countText(12_345, 'video')).toBe('12,345 videos');
});

it('writes days in UTC', () => {
  expect(formatDay('2025-11-20T23:59:59.000Z')).toBe('Nov 20, 2025');
  expect(formatDay('soon')).toBe('');
});

it.each([
  [0, undefined],
  [0.2, 'PT1S'],
  [3600, 'PT1H'],
  [7384, 'PT2H3M4S'],
])('%s seconds in ISO form', (seconds, text) => {
  expect(isoDuration(seconds)).toBe(text);
});

it.each([
  [null, undefined],
  [719, undefined],
  [720, 'HD'],
  [1080, 'Full HD'],
  [2160, '4K'],
])('a picture %s high', (height, label) => {
  expect(qualityLabel(height)).toBe(label);
});
