import { describe, expect, it } from 'vitest';
import {
  countText,
  formatCount,
  formatDay,
  formatDuration,
  formatViews,
  isoDuration,
  qualityLabel,
  viewsText,
} from './format.ts';

describe('formatDuration', () => {
  it.each([
    [0, 'N/A'],
    [-3, 'N/A'],
    [Number.NaN, 'N/A'],
    [Number.POSITIVE_INFINITY, 'N/A'],
    [0.4, '0:00'],
    [9, '0:09'],
    [65.9, '1:05'],
    [600, '10:00'],
    [4215, '70:15'],
  ])('%s seconds is %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('formatViews', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0K'],
    [1549, '1.5K'],
    [999_949, '999.9K'],
    [999_950, '1.0M'],
    [1_000_000, '1.0M'],
    [2_345_678, '2.3M'],
  ])('%s is %s', (views, text) => {
    expect(formatViews(views)).toBe(text);
  });

  it('counts one view in the singular', () => {
    expect([viewsText(1), viewsText(2)]).toEqual(['1 view', '2 views']);
  });
});

it.each([0, 7, 999, 1000, 12_345, 100_000, 1_000_000, 1_234_567_890])('%s has its commas', (count) => {
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
  [-1, undefined],
  [0.2, 'PT1S'],
  [75, 'PT1M15S'],
  [3600, 'PT1H'],
  [7384, 'PT2H3M4S'],
])('%s seconds in ISO form', (seconds, text) => {
  expect(isoDuration(seconds)).toBe(text);
});

it.each([
  [null, undefined],
  [719, undefined],
  [720, 'HD'],
  [1079, 'HD'],
  [1080, 'Full HD'],
  [2159, 'Full HD'],
  [2160, '4K'],
])('a picture %s high', (height, label) => {
  expect(qualityLabel(height)).toBe(label);
});
