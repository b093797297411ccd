import { collapse, isUnspaced } from './fold.ts';

/** Shorter terms have too many neighbours that are other words. */
const FEWEST_LETTERS = 6;
const MOST_LETTERS = 40;
/** Two syllables of Hangul are as many loose letters. */
const LOOSE_HANGUL = /[ㄱ-ㅣ]/;

/** The spellings by which a term and a text that differ in one letter meet. */
interface Spellings {
  /** Of a text with a letter too many. */
  extra: readonly string[];
  /** Of one with a letter missing, or two swapped. */
  missing: readonly string[];
  /** Of one with a wrong letter: with ? for any. */
  wrong: readonly string[];
}

export function misspeltKeysOfTerm(word: string, isSeveral: boolean): string[] {
  const letters = [...word];
  if (letters.length < FEWEST_LETTERS || isUnspaced(word) || LOOSE_HANGUL.test(word)) return [];
  // Without its last letter, or with another one, a short word is often a word of its own.
  const last = letters.length === FEWEST_LETTERS ? -1 : letters.length;
  const swapped = letters
    .slice(1)
    .map((letter, place) => letters.toSpliced(place, 2, letter, letters[place] ?? '').join(''));
  return keysOf(isSeveral, {
    extra: [word],
    missing: [...withEach(letters, '').slice(0, last), ...swapped].map(collapse),
    wrong: withEach(letters, '?').slice(0, last),
  });
}

/** By what a text's word is looked up; neighbours that are joined, as terms of several words alone. */
export function misspeltKeysOfText(word: string, isJoined: boolean): string[] {
  const letters = [...word];
  if (letters.length < FEWEST_LETTERS - 1 || letters.length > MOST_LETTERS || isUnspaced(word)) return [];
  const spellings = {
    extra: withEach(letters, '').map(collapse),
    missing: [word],
    wrong: withEach(letters, '?'),
  };
  return [...keysOf(true, spellings), ...(isJoined ? [] : keysOf(false, spellings))];
}

function keysOf(isSeveral: boolean, { extra, missing, wrong }: Spellings): string[] {
  const [ofExtra, ofMissing, ofWrong] = isSeveral ? '»«¿' : '><?';
  return [
    ...extra.map((one) => ofExtra + one),
    ...missing.map((one) => ofMissing + one),
    ...wrong.map((one) => ofWrong + one),
  ];
}

/** The word with something else for each of its letters in turn. */
function withEach(letters: readonly string[], instead: string): string[] {
  return letters.map((_letter, place) => letters.with(place, instead).join(''));
}
