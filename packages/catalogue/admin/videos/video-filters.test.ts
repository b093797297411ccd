import { expect, test } from 'vitest';
import { filterHref, isFiltered, readFilter } from './filter-bar.tsx';

test('a filter goes into the address and comes back', () => {
  const filter = { search: 'red & blue', status: 'hidden', reason: 'basis', tag: 'a b' } as const;
  const href = filterHref(filter);
  expect(href).toBe('/admin/videos?search=red+%26+blue&status=hidden&reason=basis&tag=a+b');
  expect(readFilter(new URL(href, 'https://a.test').searchParams)).toEqual(filter);
});

test('unknown values in an address are dropped', () => {
  const filter = readFilter(new URLSearchParams('status=lost&kind=&problem=no_picture&other=1'));
  expect(filter).toEqual({ problem: 'no_picture' });
  expect(isFiltered(filter)).toBe(true);
  expect(isFiltered({})).toBe(false);
  expect(filterHref({})).toBe('/admin/videos');
});
