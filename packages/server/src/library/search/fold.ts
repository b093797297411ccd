import { simplified } from './words/han.ts';

/** Letters that Unicode does not take apart, and those that people write for one another. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŋ: 'ng', ı: 'i' },
  ...{ ς: 'σ', ґ: 'г' },
  ...{ ة: 'ه', ہ: 'ه', ھ: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ٱ: 'ا' },
  // Devanagari: the dot below and the moon above are often left out or written as the dot above.
  ...{ '\u093c': '', '\u0901': '\u0902' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Marks that readers of these scripts add or leave out. */
const MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const FORMER_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
/** Joiners, soft hyphens, marks of direction; the Arabic letter that stretches words. */
const UNSEEN = /[\p{Cf}\u0640]/gu;
const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/gu;
const TO_HIRAGANA = 0x60;
const HAN = /\p{Script=Han}/gu;

/**
 * A text in the one spelling that search compares: compatibility forms, letters with marks, lower case, digits, kana and
 * traditional characters as the plainer ones, without what is not seen.
 */
export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(OTHER_DIGIT, asciiDigit)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))
    .replace(HAN, simplified);
}

/** Unicode has the ten digits of each script in a row, zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** As documents without rules have it. */
export function formerFold(text: string): string {
  return text.normalize('NFKD').replace(FORMER_MARKS, '').toLowerCase().normalize('NFC');
}
