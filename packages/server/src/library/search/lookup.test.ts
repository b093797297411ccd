import { describe, expect, test } from 'vitest';
import { queryOf, searchQuery } from './lookup.ts';
import { parseQuery } from './parse.ts';

describe('searchQuery', () => {
  test('asks for every word, and for the last as a beginning', () => {
    expect(searchQuery('red circ')).toEqual({
      strict: {
        query: "('red') & ('circ')",
        required: "('red') & ('circ')",
        typed: "('red') & ('circ')",
        parts: [
          { query: "('red')", keys: [['red']] },
          { query: "('circ')", keys: [['circ']] },
        ],
        excluded: [],
        isWhole: true,
      },
      loose: expect.objectContaining({
        query: "('red') & ('circ':*)",
        parts: [
          { query: "('red')", keys: [['red']] },
          { query: "('circ':*)", keys: [['*circ']] },
        ],
      }),
    });
  });

  test('asks for neighbours in quotes, looks up their words, and asks for no beginning of them', () => {
    expect(searchQuery('red "slow motion"')).toEqual({
      strict: {
        query: "('red') & ('slow' <-> 'motion')",
        required: "('red') & ('slow' <-> 'motion')",
        typed: "('red') & ('slow' <-> 'motion')",
        parts: ['red', 'slow', 'motion'].map((word) => ({ query: `('${word}')`, keys: [[word]] })),
        excluded: [],
        isWhole: false,
      },
    });
  });

  test('asks for what is not excluded', () => {
    const { strict, loose } = searchQuery('clo -tower -"big bell"') ?? {};
    expect(strict).toMatchObject({
      query: "('clo') & !('tower') & !('big' <-> 'bell')",
      required: "('clo')",
      // What is left out together is sifted: an index tells no neighbours.
      excluded: ["('tower')"],
      isWhole: false,
    });
    expect(loose).toMatchObject({ query: "('clo':*) & !('tower') & !('big' <-> 'bell')" });
    expect(searchQuery('clo -tower')?.strict.isWhole).toBe(true);
    expect(searchQuery('clo -a -b -c -d -e')?.strict).toMatchObject({ isWhole: false });
    expect(searchQuery('-tower')).toBeUndefined();
  });

  test('sifts what the other words find for a beginning of one or two letters', () => {
    const words = { query: "('red') & ('ci':*)" };
    expect(searchQuery('red ci')).toMatchObject({
      strict: { query: "('red') & ('ci')" },
      sifted: { words, among: { query: "('red')" } },
    });
    expect(searchQuery('red ci')?.loose).toBeUndefined();
    expect(searchQuery('c')?.sifted?.words.query).toBe("('c':*)");
    expect(searchQuery('c')?.sifted?.among).toBeUndefined();
    expect(searchQuery('c', { category: 'Test charts' })?.sifted?.among?.query).toBe("('=test charts')");
    expect(searchQuery('分')?.loose?.query).toBe("('分':*)");
  });

  test('asks for neighbours where a script has no spaces', () => {
    expect(searchQuery('分形缩')).toEqual({
      strict: expect.objectContaining({ query: "('分形' <-> '形缩')", isWhole: false }),
    });
  });

  test('is limited to a category by its word', () => {
    expect(searchQuery('red', { category: 'Test charts' })?.strict).toMatchObject({
      query: "('red') & ('=test charts')",
      parts: [{ keys: [['red']] }, { keys: [['=test charts']] }],
    });
  });

  test('is limited to a tag by its words', () => {
    expect(searchQuery('red', { tag: 'Slow Zoom' })?.strict.query).toBe("('red') & ('slow') & ('zoom')");
    expect(searchQuery('r', { tag: 'Zoom' })?.sifted?.among?.query).toBe("('zoom')");
    expect(searchQuery('red', { tag: '!' })?.strict.query).toBe("('red')");
  });

  test('asks once for a word that is said twice', () => {
    expect(searchQuery('red Red red -blue -BLUE')?.strict.query).toBe("('red') & !('blue')");
  });

  test('is nothing without a word', () => {
    expect(searchQuery(' - ')).toBeUndefined();
  });
});

describe('queryOf', () => {
  test('asks for any of the alternatives, and says how common each is', () => {
    const strict = [
      [{ words: ['sunrise'] }],
      [{ words: ['sun', 'rise'] }],
      [{ words: ['sun'] }, { words: ['up'] }],
    ];
    const { strict: lookup } = queryOf(parseQuery('sunrise'), [{ strict }], {});
    expect(lookup).toEqual({
      query: "(('sunrise') | ('sun' <-> 'rise') | ('sun') & ('up'))",
      required: "(('sunrise') | ('sun' <-> 'rise') | ('sun') & ('up'))",
      typed: "('sunrise')",
      parts: [
        {
          query: "(('sunrise') | ('sun') & ('rise') | ('sun') & ('up'))",
          keys: [['sunrise'], ['sun', 'rise'], ['sun', 'up']],
        },
      ],
      excluded: [],
      isWhole: false,
    });
  });

  test('asks for a beginning in the place of the words that begin so', () => {
    const strict = [[{ words: ['wave'] }], [{ words: ['waves'] }], [{ words: ['undulation'] }]];
    const loose = [[{ words: ['wave'], isBeginning: true }]];
    expect(queryOf(parseQuery('wave'), [{ strict, loose }], {}).loose?.query).toBe(
      "(('wave':*) | ('undulation'))",
    );
  });
});
