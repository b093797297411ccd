import { expect, test } from 'vitest';
import { spellingsOf } from './spellings.ts';

test.each([
  ['colour', 'color'],
  ['colours', 'colors'],
  ['coloured', 'colored'],
  ['harbour', 'harbor'],
  ['neighbourhood', 'neighborhood'],
  ['organise', 'organize'],
  ['visualisation', 'visualization'],
  ['analysed', 'analyzed'],
  ['centre', 'center'],
  ['theatres', 'theaters'],
  ['fibre', 'fiber'],
  ['centred', 'centered'],
  ['catalogue', 'catalog'],
  ['travelling', 'traveling'],
  ['modelled', 'modeled'],
  ['archaeology', 'archeology'],
  ['grey', 'gray'],
  ['ploughing', 'plowing'],
  ['programmes', 'programs'],
  ['jewellery', 'jewelry'],
])('%s and %s are one word', (british, american) => {
  expect(spellingsOf(british, 'en')).toContain(american);
  expect(spellingsOf(american, 'en')).toContain(british);
  expect(spellingsOf(british, null)).toContain(american);
});

test.each([
  'four',
  'hour',
  'for',
  'filling',
  'filing',
  'rise',
  'tree',
  'sea',
  '110',
  'волна',
  'rule110',
  'ab',
])('%s has one spelling', (word) => {
  expect(spellingsOf(word, 'en')).toEqual([]);
});

test.each([
  ['gaerten', 'garten'],
  ['broetchen', 'brotchen'],
  ['zuege', 'zuge'],
  ['brotchen', 'broetchen'],
])('German %s may be %s', (typed, stored) => {
  expect(spellingsOf(typed, 'de')).toContain(stored);
  expect(spellingsOf(typed, 'en')).not.toContain(stored);
});

test('an e behind another vowel is no umlaut', () => {
  expect(spellingsOf('neue', 'de')).toEqual([]);
  expect(spellingsOf('quelle', 'de')).toEqual([]);
});

test('a language without rules has none, and the longest word no more than a few', () => {
  expect(spellingsOf('sobre', 'es')).toEqual([]);
  expect(spellingsOf('a'.repeat(64), null).length).toBeLessThanOrEqual(8);
});
