import { expect, it } from 'vitest';
import { browseOf, browseOfCategory, filtersOf, withoutFilters } from './browse.ts';

const read = (query: string) => browseOf(new URLSearchParams(query));

it.each([
  ['', {}],
  ['page=3&utm=x', {}],
  ['search=&category=&tag=&duration=&quality=&date=&sort=', {}],
  ['search=%20julia%20&sort=newest', { search: ' julia ', sort: 'newest' }],
  ['sort=newest', {}],
  ['sort=views&tag=calm&date=week', { sort: 'views', tag: 'calm', date: 'week' }],
  ['duration=endless', { duration: 'endless' }],
  ['search=julai&exact=1', { search: 'julai', exact: '1' }],
  ['exact=1', {}],
])('reads %s', (query, browse) => {
  expect(read(query)).toEqual(browse);
});

it('cuts a long search without cutting a character in two', () => {
  expect(read(`search=${'a'.repeat(999)}%F0%9F%98%80`)).toEqual({ search: 'a'.repeat(999) });
  expect(read(`search=${'a'.repeat(998)}%F0%9F%98%80b`)).toEqual({ search: `${'a'.repeat(998)}😀` });
});

it('takes neither term nor category from the address of a category', () => {
  const query = new URLSearchParams('search=x&category=Other&sort=newest&quality=4k');
  expect(browseOfCategory(query)).toEqual({ quality: '4k' });
});

it('tells filters from the rest', () => {
  const browse = read('search=x&sort=views&quality=hd&category=Tilings');
  expect(filtersOf(browse)).toEqual([
    ['category', 'Tilings'],
    ['quality', 'hd'],
  ]);
  expect(filtersOf(withoutFilters(browse))).toEqual([]);
  expect(withoutFilters(browse)).toEqual({ search: 'x', sort: 'views' });
});
