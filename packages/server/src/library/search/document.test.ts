import { describe, expect, test } from 'vitest';
import { searchDocument } from './document.ts';
import { phrasesOf } from './tokens.ts';

describe('phrasesOf', () => {
  test.each([
    ['Slow Violet-Gradient 2', [['slow'], ['violet'], ['gradient'], ['2']]],
    ['CRÈME Brûlée', [['creme'], ['brulee']]],
    ['ﬁne ２', [['fine'], ['2']]],
    ['Ёлка Й', [['елка'], ['и']]],
    ['分形缩放', [['分形', '形缩', '缩放']]],
    ['分', [['分']]],
    ['分形abc', [['分形'], ['abc']]],
    ['ภาพ', [['ภา', 'าพ']]],
    ['हिन्दी', [['हिन्दी']]],
    ['', []],
    ['!?*', []],
  ])('%j is %j', (text, expected) => {
    expect(phrasesOf(text)).toEqual(expected);
  });

  test('ends somewhere, however long the text and its words are', () => {
    expect(phrasesOf('word '.repeat(100_000)).length).toBeLessThanOrEqual(4000);
    expect(phrasesOf('x'.repeat(100_000))[0]?.[0]?.length).toBe(64);
  });
});

describe('searchDocument', () => {
  const video = {
    title: 'A red red circle',
    description: 'Slow.',
    tags: ['Big Circle'],
    category: 'Test charts',
  };

  test('weighs title, tags and category, description', () => {
    expect(searchDocument(video).split(' ')).toEqual(
      expect.arrayContaining(["'red':2A,3A", "'circle':4A,8B", "'charts':12B", "'slow':15C"]),
    );
  });

  test('holds the category as a word that no text contains', () => {
    expect(searchDocument(video)).toContain("'=test charts'");
    expect(searchDocument({ ...video, category: "O'Neil\\x" })).toContain("'=o''neil\\\\x'");
  });
});
