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
    expect(searchQuery('red circ')).toMatchObject({
      exact: { query: "('red') & ('circ')", parts: ["('red')", "('circ')"], keys: ['red', 'circ'] },
      prefix: { query: "('red') & ('circ':*)", keys: ['red', '*circ'] },
    });
  });

  test('sifts what the other words find for a beginning of one or two letters', () => {
    const words = { query: "('red') & ('ci':*)" };
    expect(searchQuery('red ci')).toMatchObject({
      exact: { query: "('red') & ('ci')" },
      sifted: { words, among: { query: "('red')" } },
    });
    expect(searchQuery('red ci')?.prefix).toBeUndefined();
    expect(searchQuery('c')?.sifted?.words.query).toBe("('c':*)");
    expect(searchQuery('c')?.sifted?.among).toBeUndefined();
    expect(searchQuery('c', { category: 'Test charts' })?.sifted?.among?.query).toBe("'=test charts'");
    expect(searchQuery('分')?.prefix?.query).toBe("('分':*)");
  });

  test('asks for neighbours where a script has no spaces', () => {
    expect(searchQuery('分形缩')?.exact).toEqual({
      query: "('分形' <-> '形缩')",
      parts: ["('分形' <-> '形缩')"],
      keys: ['分形'],
    });
  });

  test('is limited to a category by its word', () => {
    expect(searchQuery('red', { category: 'Test charts' })?.exact).toMatchObject({
      query: "('red') & '=test charts'",
      keys: ['red', '=test charts'],
    });
  });

  test('is limited to a tag by its words', () => {
    expect(searchQuery('red', { tag: 'Slow Zoom' })?.exact.query).toBe("('red') & ('slow') & ('zoom')");
    expect(searchQuery('r', { tag: 'Zoom' })?.sifted?.among?.query).toBe("('zoom')");
    expect(searchQuery('red', { tag: '!' })?.exact.query).toBe("('red')");
  });

  test('asks once for a word that is said twice', () => {
    expect(searchQuery('red Red red')?.exact.parts).toEqual(["('red')"]);
  });

  test('is nothing without a word', () => {
    expect(searchQuery(' - ')).toBeUndefined();
  });
});
