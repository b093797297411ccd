import { expect, test } from 'vitest';
import { spellingsOf } from './spellings.ts';

test.each([
  ['colour', 'color'],
  ['harbour', 'harbor'],
  ['organise', 'organize'],
  ['analysed', 'analyzed'],
  ['centre', 'center'],
  ['catalogue', 'catalog'],
  ['travelling', 'traveling'],
  ['archaeology', 'archeology'],
  ['grey', 'gray'],
  ['ploughing', 'plowing'],
  ['programmes', 'programs'],
])('%s and %s are one word', (british, american) => {
  expect(spellingsOf(british, 'en')).toContain(american);
  expect(spellingsOf(american, 'en')).toContain(british);
  expect(spellingsOf(british, null)).toContain(american);
});

test.each(['four', 'for', 'filling', 'rise', '110', 'волна', 'rule110', 'ab'])(
  '%s has one spelling',
  (word) => {
    expect(spellingsOf(word, 'en')).toEqual([]);
  },
);

test.each([
  ['gaerten', 'garten'],
  ['broetchen', 'brotchen'],
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
