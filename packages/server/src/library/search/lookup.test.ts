import { describe, expect, test } from 'vitest';
import { searchQuery } from './lookup.ts';

describe('searchQuery', () => {
  test('asks for every word, and for the last as a beginning', () => {
    expect(searchQuery('red circ')).toEqual({
      exact: {
        query: "('red') & ('circ')",
        required: "('red') & ('circ')",
        parts: [
          { query: "('red')", keys: [['red']] },
          { query: "('circ')", keys: [['circ']] },
        ],
        excluded: [],
      },
      prefix: expect.objectContaining({
        query: "('red') & ('circ':*)",
        parts: [
          { query: "('red')", keys: [['red']] },
          { query: "('circ':*)", keys: [['*circ']] },
        ],
      }),
    });
  });

  test('asks for neighbours in quotes, and for no beginning of them', () => {
    expect(searchQuery('red "slow motion"')).toEqual({
      exact: expect.objectContaining({
        query: "('red') & ('slow' <-> 'motion')",
        parts: [expect.anything(), { query: "('slow' <-> 'motion')", keys: [['slow', 'motion']] }],
      }),
    });
  });

  test('asks for what is not excluded, of which a beginning may be last', () => {
    expect(searchQuery('clo -tower -"big bell"')).toMatchObject({
      exact: {
        query: "('clo') & !('tower') & !('big' <-> 'bell')",
        required: "('clo')",
        excluded: ["('tower')", "('big' <-> 'bell')"],
      },
      prefix: { query: "('clo':*) & !('tower') & !('big' <-> 'bell')" },
    });
    expect(searchQuery('-tower')).toBeUndefined();
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
    expect(searchQuery('分形缩')?.exact.parts).toEqual([
      { query: "('分形' <-> '形缩')", keys: [['分形', '形缩']] },
    ]);
  });

  test('is limited to a category by its word', () => {
    expect(searchQuery('red', { category: 'Test charts' })?.exact).toMatchObject({
      query: "('red') & '=test charts'",
      parts: [{ keys: [['red']] }, { keys: [['=test charts']] }],
    });
  });

  test('is limited to a tag by its words', () => {
    expect(searchQuery('red', { tag: 'Slow Zoom' })?.exact.query).toBe("('red') & ('slow') & ('zoom')");
    expect(searchQuery('r', { tag: 'Zoom' })?.sifted?.among?.query).toBe("('zoom')");
    expect(searchQuery('red', { tag: '!' })?.exact.query).toBe("('red')");
  });

  test('asks once for a word that is said twice', () => {
    expect(searchQuery('red Red red -blue -BLUE')?.exact.query).toBe("('red') & !('blue')");
  });

  test('is nothing without a word', () => {
    expect(searchQuery(' - ')).toBeUndefined();
  });
});
