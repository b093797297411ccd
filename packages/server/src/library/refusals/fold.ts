import { simplified } from '../search/index.ts';
import { LETTERS } from './look-alikes.ts';

/** Text direction, joiners, fillers and other characters that nobody sees. */
const INVISIBLE =
  /\p{Cf}|\p{Co}|\p{Cn}|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u2800\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
/** Marks that are stacked on anything. */
const STACKED =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu;
/** Points of Hebrew, vowel marks and stretching of Arabic, dots of Devanagari, tones of Thai. */
const POINTS =
  /[\u0591-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]|\u093c|[\u0e48-\u0e4c]/gu;
const REVERSED = /\u202e([^\u202c]*)\u202c?/gu;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const ENTITY = /&#(x[0-9a-f]{1,6}|[0-9]{1,7});?|\\u\{?([0-9a-f]{4,6})\}?/gi;

/** Letters that a language writes in several ways, to the one that is compared. */
const SAME: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't', ς: 'σ' },
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ئ: 'ي', ؤ: 'و', ة: 'ه', ک: 'ك', ی: 'ي' },
  ...{ ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' },
  ...{ '\u0901': '\u0902', '\u0940': '\u093f', '\u0942': '\u0941', ई: 'इ', ऊ: 'उ', ー: '' },
};
const LEADING = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const TRAILING = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const FIRST_VOWEL = 0x314f;

/**
 * A text as it is compared: what is encoded is decoded, what runs backwards is turned round, what cannot be seen is
 * `unseen` (nothing, or a space where it may stand for one), letters of all styles are plain small ones without accents,
 * katakana is hiragana, traditional characters are simplified ones, and a syllable of Hangul is its letters. Look-alikes of other scripts stay.
 */
export function fold(text: string, unseen: '' | ' ' = ''): string {
  const seen = decode(decode(text))
    .replace(REVERSED, (_all, piece: string) => [...piece].reverse().join(''))
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(INVISIBLE, unseen);
  const plain = [...seen.normalize('NFKC')]
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .toLowerCase();
  const bare = plain.normalize('NFD').replace(STACKED, '').replace(POINTS, '').normalize('NFC');
  return [...bare].map(foldLetter).join('');
}

function foldLetter(letter: string): string {
  const same = SAME[letter] ?? LETTERS.get(letter);
  if (same !== undefined) return same;
  if (letter >= 'ァ' && letter <= 'ヶ') return String.fromCharCode(letter.charCodeAt(0) - 0x60);
  if ((letter >= '가' && letter <= '힣') || (letter >= 'ᄀ' && letter <= 'ᇿ')) return looseLetters(letter);
  return simplified(letter);
}

/** The letters of a syllable, as they stand alone. */
function looseLetters(syllable: string): string {
  return [...syllable.normalize('NFD')]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      if (code >= 0x11a8) return TRAILING[code - 0x11a8] ?? '';
      if (code >= 0x1161) return String.fromCharCode(FIRST_VOWEL + code - 0x1161);
      return LEADING[code - 0x1100] ?? '';
    })
    .join('');
}

function decode(text: string): string {
  return text
    .replace(PERCENT, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    })
    .replace(ENTITY, (all, entity?: string, escaped?: string) => {
      const digits = entity ?? `x${escaped}`;
      const code = digits.startsWith('x') ? Number.parseInt(digits.slice(1), 16) : Number(digits);
      return code > 0 && code < 0x11_0000 && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : all;
    });
}

/** Every run of one letter is one. */
export function collapse(word: string): string {
  for (let place = 1; place < word.length; place += 1)
    if (word[place] === word[place - 1]) return word.replace(/(.)\1+/gu, '$1');
  return word;
}
