import { expect, it } from 'vitest';
import { categoryField, filterWords, listTitle, sortField } from './words.ts';

it('offers the best match to a search only', () => {
  const words = (isSearch: boolean) => sortField(isSearch).choices.map(([value, text]) => `${value}=${text}`);
  expect(words(true)).toEqual([
    '=Best match',
    'newest=Newest',
    'views=Most viewed',
    'longest=Longest',
    'shortest=Shortest',
  ]);
  expect(words(false)).toEqual(['=Newest', 'views=Most viewed', 'longest=Longest', 'shortest=Shortest']);
});

it.each([
  ['duration', 'long', 'Over 20 minutes'],
  ['quality', '4k', '4K'],
  ['date', 'week', 'Last 7 days'],
  ['tag', 'long take', 'Tag: long take'],
  ['category', 'Tilings', 'Category: Tilings'],
  ['duration', 'endless', 'Duration: endless'],
] as const)('%s=%s is "%s"', (name, value, words) => {
  expect(filterWords(name, value)).toBe(words);
});

it('offers every category', () => {
  expect(categoryField(['Tilings']).choices).toEqual([
    ['', 'All categories'],
    ['Tilings', 'Tilings'],
  ]);
});

it.each([
  [{}, 'Latest Vesper Videos'],
  [{ tag: 'calm' }, 'Latest Vesper Videos'],
  [{ sort: 'views' }, 'Most Viewed Vesper Videos'],
  [{ sort: 'longest' }, 'Longest Vesper Videos'],
  [{ sort: 'shortest' }, 'Shortest Vesper Videos'],
  [{ sort: 'constructor' }, 'Latest Vesper Videos'],
])('%o is headed "%s"', (browse, title) => {
  expect(listTitle(browse, 'Vesper')).toBe(title);
});
