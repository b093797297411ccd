import { NewKeyword } from '@vesper/contract';
import { expect, test } from 'vitest';
import { isPossibleSynonym, keywordOfSearch } from './search-words.ts';

test.each([
  ['slow waves', 'slow-waves'],
  ['"slow waves" -storm', 'slow-waves-storm'],
  ['été à la mer', 'ete-a-la-mer'],
  ['धीमी लहरें', 'धीमी-लहरें'],
  [`${'wave '.repeat(19)}wave`, `${'wave-'.repeat(19)}wave`],
])('%s becomes a keyword that the site accepts, at %s', (text, slug) => {
  const keyword = keywordOfSearch(text, '');
  expect(keyword.slug).toBe(slug);
  expect(NewKeyword.parse(keyword)).toMatchObject({ keyword: text, slug, reviewed: false });
});

test.each([
  ['slow waves', true],
  ['time-lapse of a storm', false],
  [`${'w'.repeat(30)} ${'v'.repeat(29)}`, true],
  ['w'.repeat(61), false],
  ['waves -storm', false],
  ['«волны»', false],
  ['!?', false],
])('%s can be a synonym: %s', (text, isPossible) => {
  expect(isPossibleSynonym(text)).toBe(isPossible);
});
