import { describe, expect, it } from 'vitest';
import { categoryField, FILTER_FIELDS, filterWords, listTitle, sortField, withCounts } from './words.ts';

it('offers the best match to a search only', () => {
  const words = (isSearch: boolean) => sortField(isSearch).choices.map(([value, text]) => `${value}=${text}`);
  expect(words(true).slice(0, 2)).toEqual(['=Best match', 'newest=Newest']);
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

describe('counts beside choices', () => {
  const counts = {
    duration: { short: 1200, medium: 3, long: 0 },
    quality: { hd: 1, fullhd: 1, '4k': 0 },
    date: { today: 0, week: 0, month: 0, year: 1 },
    isCapped: false,
  };
  const duration = FILTER_FIELDS[0]!;
  const words = (...given: Parameters<typeof withCounts>) =>
    withCounts(...given).choices.map(([, one]) => one);

  it('say 0 too', () => {
    expect(words(duration, counts)).toEqual([
      ...['Any duration', 'Under 5 minutes (1,200)', '5 to 20 minutes (3)', 'Over 20 minutes (0)'],
    ]);
    expect(words(categoryField(['Tilings', 'Waves']), { ...counts, categories: { Waves: 2 } })).toEqual([
      ...['All categories', 'Tilings (0)', 'Waves (2)'],
    ]);
  });

  it('say that there may be more where counting stopped', () => {
    expect(words(duration, { ...counts, isCapped: true })).toEqual([
      ...['Any duration', 'Under 5 minutes (1,200+)', '5 to 20 minutes (3+)', 'Over 20 minutes'],
    ]);
  });

  it('say nothing about choices that were not counted', () => {
    expect(words(categoryField(['Waves']), counts)).toEqual(['All categories', 'Waves']);
  });
});

it.each([
  [{}, 'Latest Vesper Videos'],
  [{ tag: 'calm' }, 'Latest Vesper Videos'],
  [{ sort: 'views' }, 'Most Viewed Vesper Videos'],
  [{ sort: 'constructor' }, 'Latest Vesper Videos'],
])('%o is headed "%s"', (browse, title) => {
  expect(listTitle(browse, 'Vesper')).toBe(title);
});
