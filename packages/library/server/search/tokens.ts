import { simplified } from './words/han.ts';

/**
 * The version of the rules for documents, in `video_search.rules`. To change them, raise it and add a migration for the
 * index of former documents, which are rebuilt while the site runs; until then queries use both (`readingsOf`).
 */
export const DOCUMENT_RULES = 2;

/** Scripts without spaces: every two neighbouring characters form a bigram. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーゝゞ\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const FORMERLY_UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** PostgreSQL rejects words of 2,047 bytes. */
const MAX_WORD_LENGTH = 64;
/** tsvector positions end at 16,383. */
const MAX_WORDS = 4000;

/** Words that must be adjacent. */
export type Phrase = string[];

/** A phrase, also as documents of former rules have it if that differs. */
export interface Reading {
  words: Phrase;
  former?: Phrase;
}

/** `gap` is the text before the phrase; '' where an unspaced script begins or ends. */
export interface PhraseInText {
  words: Phrase;
  gap: string;
  isUnspaced: boolean;
}

/** Folded; runs of unspaced scripts become phrases of bigrams. */
export function phrasesOf(text: string): Phrase[] {
  return phrasesInText(text).map(({ words }) => words);
}

/** For a query, which matches either reading. Runs that were split differently form one phrase. */
export function readingsOf(text: string): Reading[] {
  const phrases = phrasesOf(text);
  const former = cut(formerFold(text), FORMERLY_UNSPACED).map(({ words }) => words);
  if (phrases.length === former.length) return phrases.map((words, n) => readingOf(words, former[n] ?? []));
  return phrases.length === 0 ? [] : [readingOf(phrases.flat(), former.flat())];
}

function readingOf(words: Phrase, former: Phrase): Reading {
  return former.length === 0 || former.join() === words.join() ? { words } : { words, former };
}

/** Whole words as typed, also in unspaced scripts. */
export function foldedWords(text: string): string[] {
  return (fold(text).match(WORD) ?? []).slice(0, MAX_WORDS);
}

export function phrasesInText(text: string): PhraseInText[] {
  return cut(fold(text), UNSPACED);
}

function cut(folded: string, unspaced: RegExp): PhraseInText[] {
  const phrases: PhraseInText[] = [];
  let end = 0;
  for (const { 0: run, index } of folded.matchAll(WORD)) {
    let gap = folded.slice(end, index);
    end = index + run.length;
    for (const part of splitByScript(run, unspaced)) {
      if (phrases.length >= MAX_WORDS) return phrases;
      const isUnspaced = unspaced.test(part);
      phrases.push({ words: isUnspaced ? bigrams(part) : [part.slice(0, MAX_WORD_LENGTH)], gap, isUnspaced });
      gap = '';
    }
  }
  return phrases;
}

function splitByScript(run: string, unspaced: RegExp): string[] {
  const parts: string[] = [];
  let unspacedBefore: boolean | undefined;
  for (const character of run) {
    const isUnspaced: boolean = /\p{M}/u.test(character)
      ? (unspacedBefore ?? false)
      : unspaced.test(character);
    if (isUnspaced === unspacedBefore) parts[parts.length - 1] += character;
    else parts.push(character);
    unspacedBefore = isUnspaced;
  }
  return parts;
}

function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Letters that Unicode does not decompose, and those that people interchange. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŋ: 'ng', ı: 'i' },
  ...{ ς: 'σ', ґ: 'г' },
  ...{ ة: 'ه', ہ: 'ه', ھ: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ٱ: 'ا' },
  // Devanagari: nukta and chandrabindu are often left out, or written as anusvara.
  ...{ '\u093c': '', '\u0901': '\u0902' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Marks that people add or leave out in these scripts. */
const MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const FORMER_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
/** Joiners, soft hyphens, direction marks; the Arabic tatweel. */
const UNSEEN = /[\p{Cf}\u0640]/gu;
const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/gu;
const TO_HIRAGANA = 0x60;
const HAN = /\p{Script=Han}/gu;

/** The spelling that search compares: no marks, lower case, ASCII digits, hiragana, simplified characters. */
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

/** Unicode has each script's ten digits in a row, zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** As in documents without rules. */
export function formerFold(text: string): string {
  return text.normalize('NFKD').replace(FORMER_MARKS, '').toLowerCase().normalize('NFC');
}
