import { describe, expect, test } from 'vitest';
import { correctionOf } from './correct.ts';
import { keysOf, keysOfWord, lettersOf } from './letters.ts';

const corrected = (from: string, ...words: (string | [string, number])[]) =>
  correctionOf(
    from,
    words.map((one) =>
      typeof one === 'string' ? { word: one, videos: 1 } : { word: one[0], videos: one[1] },
    ),
  )?.to;

describe('what was meant', () => {
  test('is the word with the fewest errors, though another is more common', () => {
    expect(corrected('telescpe', ['telescope', 1], ['telescopes', 900])).toBe('telescope');
  });

  test('is a swap, or a key beside, before another letter', () => {
    expect(corrected('tarin', ['tavin', 3], ['train', 2])).toBe('train');
    expect(corrected('breaf', ['break', 3], ['bread', 2])).toBe('bread');
  });

  test('of errors of one kind is the more common word', () => {
    expect(corrected('wavex', ['waved', 4], ['wavez', 9])).toBe('wavez');
  });

  test('has two errors only in nine letters or more', () => {
    expect(corrected('sirpinsky', 'sierpinski')).toBe('sierpinski');
    expect(corrected('sirpinks', 'sierpinsk')).toBeUndefined();
    expect(corrected('clk', 'clok')).toBeUndefined();
    expect(corrected('clok', 'clock')).toBeUndefined();
  });

  test('is the typed word where some videos have it, unless another has many times as many', () => {
    expect(corrected('brain', ['brain', 1], ['train', 50])).toBeUndefined();
    expect(corrected('trian', ['trian', 1], ['train', 51])).toBe('train');
  });

  test('is the typed word where it begins others, unless these are rare', () => {
    expect(corrected('locom', ['locomotive', 4], ['loom', 8])).toBeUndefined();
    expect(corrected('trian', ['triangle', 3], ['train', 7])).toBe('train');
  });

  test('is never told of numbers', () => {
    expect(corrected('rule1110', 'rule110')).toBeUndefined();
    expect(corrected('12345', '12346')).toBeUndefined();
  });
});

test('words with the errors that are corrected share a key', () => {
  const share = (typed: string, meant: string, most: 1 | 2) =>
    keysOf(lettersOf(typed), most).some((key) => keysOfWord(meant).includes(key));
  const word = 'kaleidoscope';
  for (let i = 0; i < word.length; i += 1)
    for (let j = 0; j < word.length; j += 1) {
      const once = [...word].toSpliced(i, 1, 'x');
      expect(share(once.toSpliced(j, 0, 'y').join(''), word, 2)).toBe(true);
      expect(share(once.toSpliced(j, 1).join(''), word, 2)).toBe(true);
    }
  expect(share('trian', 'train', 1)).toBe(true);
  expect(share('grain', 'beard', 1)).toBe(false);
});
