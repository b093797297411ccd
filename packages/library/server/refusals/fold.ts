import { searchFold } from '../search/index.ts';

const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const CODE = /&#(?:x([0-9a-f]{1,5})|([0-9]{1,6}));?|\\u([0-9a-f]{4})/gi;
const BACKWARDS = /\u202e([^\u202c]*)/gu;

/** Removes one layer of percent-encoding, numeric entities, escapes and right-to-left override. */
export function decode(text: string): string {
  return text
    .replace(PERCENT, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
    .replace(CODE, (_all, hex?: string, decimal?: string, escaped?: string) =>
      String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? escaped ?? '', 16)),
    )
    .replace(BACKWARDS, (_all, piece: string) => [...piece].reverse().join(''));
}

/** Invisible characters that search keeps. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Thai tone marks, and the sign for long kana. */
const LEFT_OUT = /[\u0e48-\u0e4c\u30fc]/gu;
/** Final letters of Hebrew and long vowels of Devanagari. */
const PLAINER: Readonly<Record<string, string>> = {
  ...{ ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' },
  ...{ '\u0940': '\u093f', '\u0942': '\u0941', ई: 'इ', ऊ: 'उ' },
};
const LESS_PLAIN = new RegExp(`[${Object.keys(PLAINER).join('')}]`, 'gu');
const HANGUL = /[가-힣ᄀ-ᇿ]/g;
const LEADING = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const TRAILING = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const FIRST_VOWEL = 0x314f;

/** For comparing with terms: the search's folding and more; Hangul syllables are split into letters. */
export function fold(text: string): string {
  return searchFold(text.replace(UNSEEN, ''))
    .replace(LEFT_OUT, '')
    .replace(LESS_PLAIN, (letter) => PLAINER[letter] ?? letter)
    .replace(HANGUL, (syllable) => [...syllable.normalize('NFD')].map(looseLetter).join(''));
}

function looseLetter(jamo: string): string {
  const code = jamo.charCodeAt(0);
  if (code >= 0x11a8) return TRAILING[code - 0x11a8] ?? '';
  if (code >= 0x1161) return String.fromCharCode(FIRST_VOWEL + code - 0x1161);
  return LEADING[code - 0x1100] ?? '';
}

/** In unspaced scripts, each letter is a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{M}])+|\\p{N}+`, 'gu');

/** Runs of letters, and of digits. */
export function wordsOf(folded: string): string[] {
  return folded.match(WORD) ?? [];
}

/** Whether it begins with such a letter; Thai is the first of these scripts. */
export function isUnspaced(word: string): boolean {
  return word >= '\u0e00' && UNSPACED.test(word);
}

/** Repeated letters become one. */
export function collapse(word: string): string {
  for (let place = 1; place < word.length; place += 1)
    if (word[place] === word[place - 1]) return word.replace(/(.)\1+/gu, '$1');
  return word;
}
