import { describe, expect, test } from 'vitest';
import { searchDocument, searchQuery } from './document.ts';
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

describe('searchQuery', () => {
  test('asks for every word, and for the last as a beginning', () => {
    expect(searchQuery('red circ')).toEqual({ exact: "('red') & ('circ')", prefix: "('red') & ('circ':*)" });
  });

  test('sifts what the other words find for a beginning of one or two letters', () => {
    const words = "('red') & ('ci':*)";
    expect(searchQuery('red ci')).toEqual({ exact: "('red') & ('ci')", sifted: { words, among: "('red')" } });
    expect(searchQuery('c')).toEqual({ exact: "('c')", sifted: { words: "('c':*)" } });
    expect(searchQuery('c', 'Test charts')?.sifted?.among).toBe("'=test charts'");
    expect(searchQuery('分')?.prefix).toBe("('分':*)");
  });

  test('asks for neighbours where a script has no spaces', () => {
    expect(searchQuery('分形缩')?.exact).toBe("('分形' <-> '形缩')");
  });

  test('is limited to a category by its word', () => {
    expect(searchQuery('red', 'Test charts')?.exact).toBe("('red') & '=test charts'");
  });

  test('is nothing without a word', () => {
    expect(searchQuery(' - ')).toBeUndefined();
  });
});
