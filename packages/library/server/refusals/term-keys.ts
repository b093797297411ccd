import { collapse, fold, isUnspaced, wordsOf } from './fold.ts';
import { asLatin, asSpoken, readingsOf } from './look-alikes.ts';

/** Collapsed, shorter words are too easily confused. */
const FEWEST_COLLAPSED = 5;

/** Of Latin, Cyrillic, Greek, Arabic and Hebrew, Devanagari, Hangul, Georgian and Armenian. */
const ENDINGS = new Set(
  fold(`s es ed d er ers or ors ing ings in en ist ists ism ish y ies ity e a o os as i n r ly less ness al ale ales
    а я у ю ы и е о ои еи ом ем ам ям ах ях ами ями ов ев ыи ии ая яя ое ее ые ие ого его ому ему ых их ую юю ным ною ка ки
    ку кои ь і α η ο ι ε σ ου ων εσ ουσ οι ασ ησ οσ ια ιο ιου ιων ات ين ون ه ها ي ים ות ה י ית ा े ि ों ें ियों ियां ाओं ाएं
    을 를 이 가 은 는 의 에 에서 로 으로 와 과 도 들 들의 들이 들을 만 하다 하는 한 ი ს მა ის ებ ები ები ով ի ը ն եր ներ ում`).split(
    /\s+/,
  ),
);
const LONGEST_ENDING = 6;
/** Arabic and Hebrew particles joined to the next word. */
const BEGINNING = /^(?:و?ال|بال|لل|[وبلفהובכלמש])/;

/** Repeated letters are collapsed, except in words of fewer than five letters. */
export function keyOf(word: string): string {
  const one = collapse(word);
  if (isUnspaced(word)) return `=${one}`;
  return one.length < FEWEST_COLLAPSED ? `!${word}` : `~${one}`;
}

export function isShort(word: string): boolean {
  return !isUnspaced(word) && collapse(word).length < FEWEST_COLLAPSED;
}

/** The term and its stems that are long enough. */
export function keysOfTerm(term: string): string[] {
  const words = [wordOf(term), wordOf(asSpoken(term)), ...readingsOf(wordOf(asLatin(term.toLowerCase())))];
  const stems = words.flatMap(stemsOf).filter((stem) => !isShort(stem));
  const isSeveral = wordsOf(fold(term)).length > 1;
  const misspelt = [...new Set(words)].flatMap((word) => misspeltKeysOfTerm(collapse(word), isSeveral));
  return [...new Set([...[...words, ...stems].map(keyOf), ...misspelt])];
}

/** Joined words; '' without any letter. */
export function wordOf(term: string): string {
  return wordsOf(fold(term)).join('');
}

/** Without article and ending, in every possible way. */
export function stemsOf(word: string): string[] {
  if (isUnspaced(word)) return [];
  const bare = BEGINNING.test(word) ? word.replace(BEGINNING, '') : undefined;
  const stems = bare === undefined ? [] : [bare];
  for (const one of [word, ...stems])
    for (let length = 1; length <= LONGEST_ENDING && length < one.length; length += 1)
      if (ENDINGS.has(one.slice(-length))) stems.push(one.slice(0, -length));
  return stems;
}

/** Shorter terms have too many neighbours. */
const FEWEST_LETTERS = 6;
const MOST_LETTERS = 40;
/** Two syllables of Hangul already have six letters. */
const LOOSE_HANGUL = /[ㄱ-ㅣ]/;

/** Spellings in which a term and a text with one error meet. */
interface Spellings {
  /** For an extra letter in the text. */
  extra: readonly string[];
  /** For a missing letter, or two swapped. */
  missing: readonly string[];
  /** For a wrong letter, written as ?. */
  wrong: readonly string[];
}

export function misspeltKeysOfTerm(word: string, isSeveral: boolean): string[] {
  const letters = [...word];
  if (letters.length < FEWEST_LETTERS || isUnspaced(word) || LOOSE_HANGUL.test(word)) return [];
  // Without or with another last letter, a short word is often another word.
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

/** Joined words are looked up only as terms of several words. */
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

function withEach(letters: readonly string[], instead: string): string[] {
  return letters.map((_letter, place) => letters.with(place, instead).join(''));
}
