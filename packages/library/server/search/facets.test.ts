import type { FilterCounts } from '@vesper/contract';
import { expect, test } from 'vitest';
import { addFilterCounts, toldCounts } from './facets.ts';

const NONE: FilterCounts = {
  duration: { short: 0, medium: 0, long: 0 },
  quality: { hd: 0, fullhd: 0, '4k': 0 },
  date: { today: 0, week: 0, month: 0, year: 0 },
  isCapped: false,
};

test('counts are capped where categories are left out', () => {
  const names = Array.from({ length: 200 }, (_, n) => [`Category ${n}`, 1]);
  const counts = (categories: unknown[][]) => ({ ...NONE, categories: Object.fromEntries(categories) });
  expect(toldCounts(counts(names)).isCapped).toBe(true);
  expect(toldCounts(counts(names.slice(1))).isCapped).toBe(false);
  expect(toldCounts(NONE).isCapped).toBe(false);
});

test('the counts of only one part of the matches are capped', () => {
  const some = { ...NONE, quality: { hd: 2, fullhd: 1, '4k': 0 } };
  expect(addFilterCounts(some, NONE)).toEqual(some);
  expect(addFilterCounts(some, undefined)).toEqual({ ...some, isCapped: true });
  expect(addFilterCounts(undefined, some)).toEqual({ ...some, isCapped: true });
  expect(addFilterCounts(undefined, undefined)).toBeUndefined();
});
