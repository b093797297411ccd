import { describe, expect, test } from 'vitest';
import { MAX_QUERY_WORDS, parseQuery, withoutExcluded } from './parse.ts';

/** Quoted parts in quotes, excluded ones with a minus. */
function read(text: string): string[] {
  const { required, excluded } = parseQuery(text);
  const inShort = (one: (typeof required)[number]) =>
    one.isQuoted ? `"${one.words.join(' ')}"` : one.words.join(' ');
  return [...required.map(inShort), ...excluded.map((one) => `-${inShort(one)}`)];
}

describe('parseQuery', () => {
  test.each([
    ['Slow Violet-Gradient', ['slow', 'violet', 'gradient']],
    ['"slow motion" waves', ['"slow motion"', 'waves']],
    ['„Ebbe und Flut“', ['"ebbe und flut"']],
    ['« le train »', ['"le train"']],
    ['看「森林里」', ['看', '"森林 林里"']],
    ['a"b', ['a', 'b']],
    ['12" vinyl 7"', ['12', 'vinyl', '7']],
    ['"never closed', ['never', 'closed']],
    ['"" "." «»', []],
    ['clock -tower', ['clock', '-tower']],
    ['clock −tower –bell －gong', ['clock', '-tower', '-bell', '-gong']],
    ['clock -"big bell"', ['clock', '-"big bell"']],
    ['clock - tower', ['clock', 'tower']],
    ['clock --tower', ['clock', 'tower']],
    ['火车 -蒸汽机', ['火车', '-蒸汽 汽机']],
    ['волна 波 موجة ხე', ['волна', '波', 'موجه', 'ხე']],
    ['', []],
    ['- " \u00ad', []],
  ])('%j asks for %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('excludes what stands behind more words than are asked for', () => {
    const { required, excluded } = parseQuery(`${'bell '.repeat(20)}-tower -"at night"`);
    expect(required).toHaveLength(MAX_QUERY_WORDS);
    expect(excluded.map(({ words }) => words)).toEqual([['tower'], ['at', 'night']]);
  });

  test('keeps how a word was typed', () => {
    expect(parseQuery('«Été» (Mgły), rock-n').required.map(({ typed }) => typed)).toEqual([
      ...['été', 'mgły', 'rock', 'n'],
    ]);
  });

  test('asks for no more than sixteen words, and excludes no more, of floods of anything', () => {
    const floods = ['a b ', '"', '-', '- ', '-a ', '"a', '-"', '“„', '「', '«a» ', '"a b" ', '波 '];
    for (const flood of floods) {
      const { required, excluded } = parseQuery(flood.repeat(20_000));
      for (const list of [required, excluded]) expect(list.length).toBeLessThanOrEqual(MAX_QUERY_WORDS);
      for (const { words } of [...required, ...excluded])
        expect(words.length).toBeLessThanOrEqual(MAX_QUERY_WORDS);
    }
  });
});

test('withoutExcluded keeps what is asked for, as it is typed', () => {
  const typed = '  "slow motion" Epi-cycles -cheap  −"far away" 3 - 4 -spam-site.example';
  expect(withoutExcluded(typed)).toBe('"slow motion" Epi-cycles 3 - 4');
});
