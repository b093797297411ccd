import { NewKeyword } from '@vesper/contract';
import { expect, test } from 'vitest';
import { keywordOfSearch } from './search-words.ts';

test.each([
  ['slow waves', 'slow-waves'],
  ['"slow waves" -storm', 'slow-waves-storm'],
  ['été à la mer', 'ete-a-la-mer'],
  ['медленные волны', 'медленные-волны'],
  ['धीमी लहरें', 'धीमी-लहरें'],
  ['คลื่นช้า', 'คลื่นช้า'],
  ['波の干渉', '波の干渉'],
  [`${'wave '.repeat(19)}wave`, `${'wave-'.repeat(19)}wave`],
])('%s becomes a keyword that the site accepts, at %s', (text, slug) => {
  const keyword = keywordOfSearch(text, '');
  expect(keyword.slug).toBe(slug);
  expect(NewKeyword.parse(keyword)).toMatchObject({
    keyword: text,
    slug,
    languageCode: null,
    reviewed: false,
  });
});
