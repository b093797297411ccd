import { expect, test } from 'vitest';
import { sliceOf } from './pagination.ts';

test('a page is the rows between the one before and the one after', () => {
  expect(sliceOf({ page: 1, limit: 24 }, 50)).toEqual({ offset: 0, limit: 24 });
  expect(sliceOf({ page: 3, limit: 24 }, 50)).toEqual({ offset: 48, limit: 24 });
});

test('a page past the end has no rows, and its offset is none that a database cannot count to', () => {
  const none = { offset: 0, limit: 0 };
  expect(sliceOf({ page: 3, limit: 25 }, 50)).toEqual(none);
  expect(sliceOf({ page: 1, limit: 24 }, 0)).toEqual(none);
  expect(sliceOf({ page: 100_000_000, limit: 100 }, 1000)).toEqual(none);
  expect(sliceOf({ page: 100_000_000, limit: 100 })).toEqual(none);
  expect(sliceOf({ page: 21_474_836, limit: 100 })).toEqual({ offset: 2_147_483_500, limit: 100 });
});
