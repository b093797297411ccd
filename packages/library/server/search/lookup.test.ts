import { describe, expect, test } from 'vitest';
import { beside, queryOf, searchQuery } from './lookup.ts';
import { parseQuery } from './parse.ts';

describe('searchQuery', () => {
  test('asks for every word, and for the last as a beginning', () => {
    const typed = expect.objectContaining({
      query: "('red') & ('circ')",
      required: "('red') & ('circ')",
      parts: [
        { query: "('red')", keys: [['red']] },
        { query: "('circ')", keys: [['circ']] },
      ],
      excluded: [],
      isWhole: true,
      hasPhrases: false,
    });
    expect(searchQuery('red circ')).toEqual({
      typed,
      strict: typed,
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
    const { typed, strict, loose } = searchQuery('red "slow motion"') ?? {};
    expect(strict).toMatchObject({
      query: "('red') & ('slow' <-> 'motion')",
      required: "('red') & ('slow' <-> 'motion')",
      parts: ['red', 'slow', 'motion'].map((word) => ({ query: `('${word}')`, keys: [[word]] })),
      excluded: [],
      isWhole: false,
      hasPhrases: true,
    });
    expect(typed).toBe(strict);
    expect(loose).toBeUndefined();
  });

  test('asks for what is not excluded', () => {
    const { strict, loose } = searchQuery('clo -tower -"big bell"') ?? {};
    expect(strict).toMatchObject({
      query: "('clo') & !('tower') & !('big' <-> 'bell')",
      required: "('clo')",
      // No index knows phrases: an excluded one is filtered.
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
  });

  test('asks for the pairs that a single character begins where a script has no spaces', () => {
    const { typed, loose } = searchQuery('分 "形" -缩 -red') ?? {};
    expect(typed?.query).toBe("('分':*) & ('形':*) & !('缩':*) & !('red')");
    expect(loose).toBeUndefined();
  });
});

describe('queryOf', () => {
  const SUNRISE = {
    typed: [[{ words: ['sunrise'] }]],
    meant: [[{ words: ['sun', 'rise'] }], [{ words: ['sun'] }, { words: ['up'] }]],
  };

  test('asks for any of the alternatives, and says how common each is', () => {
    const { typed, strict } = queryOf(parseQuery('sunrise'), { slots: [SUNRISE], excluded: [] }, {});
    expect(typed.query).toBe("('sunrise')");
    expect(strict).toMatchObject({
      query: "(('sunrise') | ('sun' <-> 'rise') | ('sun') & ('up'))",
      required: "(('sunrise') | ('sun' <-> 'rise') | ('sun') & ('up'))",
      parts: [
        {
          query: "(('sunrise') | ('sun') & ('rise') | ('sun') & ('up'))",
          keys: [['sunrise'], ['sun', 'rise'], ['sun', 'up']],
        },
      ],
      excluded: [],
      isWhole: false,
      hasPhrases: true,
    });
  });

  test('asks for a beginning in the place of the words that begin so', () => {
    const slot = {
      typed: [[{ words: ['wave'] }]],
      meant: [[{ words: ['waves'] }], [{ words: ['undulation'] }]],
      loose: [[{ words: ['wave'], isBeginning: true }]],
    };
    expect(queryOf(parseQuery('wave'), { slots: [slot], excluded: [] }, {}).loose?.query).toBe(
      "(('wave':*) | ('undulation'))",
    );
  });
});

describe('beside', () => {
  const slot = { typed: [[{ words: ['wave'] }]], meant: [[{ words: ['waves'] }]] };

  test('asks for what one lookup finds and another does not, by the index where that knows', () => {
    const excluded = [[['sea'], ['seas']]];
    const { typed, strict } = queryOf(parseQuery('wave -sea'), { slots: [slot], excluded }, {});
    expect(beside(strict, typed)).toMatchObject({
      // The typed word adds nothing here.
      query: "('waves') & !(('sea') | ('seas')) & !(('wave'))",
      required: "('waves')",
      parts: [{ query: "('waves')", keys: [['waves']] }],
      excluded: ["(('sea') | ('seas'))"],
      unless: "('wave')",
      isWhole: true,
    });
  });

  test('filters for what has no neighbours', () => {
    const { typed, strict } = queryOf(
      parseQuery('"big wave" wave'),
      { slots: [{ typed: [[{ words: ['big', 'wave'] }]] }, slot], excluded: [] },
      {},
    );
    const { query, unless, isWhole } = beside(strict, typed);
    expect(query).toBe("('big' <-> 'wave') & ('waves') & !(('big' <-> 'wave') & ('wave'))");
    expect({ unless, isWhole }).toEqual({ unless: undefined, isWhole: false });
  });
});
