import { readFileSync } from 'node:fs';
import path from 'node:path';
import { searchFold } from '../search/index.ts';
import { fold } from './fold.ts';

const DATA = path.join(import.meta.dirname, '../../../data');
/** In the file, and so in what is read by it: i or l. */
const EITHER = 'ƚ';
/** Of one word; further ones are i. */
const MOST_EITHER = 3;
/** Signs that end sentences and part titles are letters before others alone. */
const MAY_LOOK = /[^a-zA-HJ-Z\s!|]|[!|](?=[\p{L}\p{N}])/gu;

const LETTERS = readLetters('look-alikes.txt');
const SOUNDS = readLetters('sound-alikes.txt');

/** By each letter what it stands for, from lines of this and all that stand for it. */
function readLetters(file: string): ReadonlyMap<string, string> {
  return new Map(
    readFileSync(path.join(DATA, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
      .flatMap(([letter = '', alike = '']) => [...alike].map((one): [string, string] => [one, letter])),
  );
}

/** A text with Latin letters for what looks like them. Not folded yet: a capital may look like another letter. */
export function asLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MAY_LOOK, (one) => LETTERS.get(one) ?? LETTERS.get(one.toLowerCase()) ?? one);
}

/** A text with its words of other alphabets spelled in Latin letters; short ones would sound like many. */
export function asSpoken(text: string): string {
  return fold(text).replace(/[\p{L}\p{M}]{5,}/gu, (word) =>
    [...word].map((one) => SOUNDS.get(one) ?? one).join(''),
  );
}

const UPSIDE_DOWN = /[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/u;
const TURNED: Readonly<Record<string, string>> = { b: 'q', q: 'b', d: 'p', p: 'd', n: 'u', u: 'n' };

/** A text with Latin letters in each way that it may be meant, the likeliest first. */
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

/** Such a text's word with i and l for what may be both, in all ways. */
export function readingsOf(word: string): string[] {
  let readings = [word];
  for (let n = 0; n < MOST_EITHER && readings[0]?.includes(EITHER); n += 1)
    readings = readings.flatMap((one) => [one.replace(EITHER, 'i'), one.replace(EITHER, 'l')]);
  return readings.map((one) => one.replaceAll(EITHER, 'i'));
}
