import { readFileSync } from 'node:fs';
import path from 'node:path';
import { searchFold } from '../search/index.ts';
import { fold } from './fold.ts';

const DATA = path.join(import.meta.dirname, '../../data');
/** In the file, for i or l. */
const EITHER = 'ƚ';
/** Per word; further ones are read as i. */
const MOST_EITHER = 3;
/** Punctuation is a letter only before letters. */
const MAY_LOOK = /[^a-zA-HJ-Z\s!|]|[!|](?=[\p{L}\p{N}])/gu;

const LETTERS = readLetters('look-alikes.txt');
const SOUNDS = readLetters('sound-alikes.txt');

/** From lines of a letter and all its look-alikes. */
function readLetters(file: string): ReadonlyMap<string, string> {
  return new Map(
    readFileSync(path.join(DATA, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
      .flatMap(([letter = '', alike = '']) => [...alike].map((one): [string, string] => [one, letter])),
  );
}

/** Replaces look-alikes by Latin letters. Before folding, as capitals may resemble other letters. */
export function asLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MAY_LOOK, (one) => LETTERS.get(one) ?? LETTERS.get(one.toLowerCase()) ?? one);
}

/** Spells words of other alphabets in Latin letters; short ones would sound like many. */
export function asSpoken(text: string): string {
  return fold(text).replace(/[\p{L}\p{M}]{5,}/gu, (word) =>
    [...word].map((one) => SOUNDS.get(one) ?? one).join(''),
  );
}

const UPSIDE_DOWN = /[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/u;
const TURNED: Readonly<Record<string, string>> = { b: 'q', q: 'b', d: 'p', p: 'd', n: 'u', u: 'n' };

/** Possible readings in Latin letters, the likeliest first. */
export function latinOf(text: string): string[] {
  const latin = asLatin(text);
  const ways = [
    latin,
    asLatin(searchFold(text)),
    latin.replaceAll('rn', 'm').replaceAll('vv', 'w'),
    asSpoken(text),
  ];
  if (UPSIDE_DOWN.test(text))
    ways.push(
      [...latin]
        .reverse()
        .map((letter) => TURNED[letter] ?? letter)
        .join(''),
    );
  return ways;
}

/** All readings of ambiguous letters as i and l. */
export function readingsOf(word: string): string[] {
  let readings = [word];
  for (let n = 0; n < MOST_EITHER && readings[0]?.includes(EITHER); n += 1)
    readings = readings.flatMap((one) => [one.replace(EITHER, 'i'), one.replace(EITHER, 'l')]);
  return readings.map((one) => one.replaceAll(EITHER, 'i'));
}
