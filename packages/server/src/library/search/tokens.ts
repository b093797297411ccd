/** Scripts without spaces between words: every two neighbouring characters form a word (a bigram). */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** PostgreSQL rejects words of 2,047 bytes and more; nobody types one this long. */
const MAX_WORD_LENGTH = 64;
/** tsvector positions end at 16,383. */
const MAX_WORDS = 4000;

/** A run of text: the words to look up, which must be adjacent. */
export type Phrase = string[];

/**
 * The words of a text as search sees them: compatibility-folded, without accents, lower case; runs of unspaced scripts
 * become phrases of bigrams.
 */
export function phrasesOf(text: string): Phrase[] {
  const phrases: Phrase[] = [];
  for (const [run] of fold(text).matchAll(WORD)) {
    for (const part of splitByScript(run)) {
      if (phrases.length >= MAX_WORDS) return phrases;
      phrases.push(UNSPACED.test(part) ? bigrams(part) : [part.slice(0, MAX_WORD_LENGTH)]);
    }
  }
  return phrases;
}

/** The same words whole, those of unspaced scripts too: a text as it is typed. */
export function foldedWords(text: string): string[] {
  return (fold(text).match(WORD) ?? []).slice(0, MAX_WORDS);
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

function splitByScript(run: string): string[] {
  const parts: string[] = [];
  let unspacedBefore: boolean | undefined;
  for (const character of run) {
    const unspaced: boolean = /\p{M}/u.test(character) ? (unspacedBefore ?? false) : UNSPACED.test(character);
    if (unspaced === unspacedBefore) parts[parts.length - 1] += character;
    else parts.push(character);
    unspacedBefore = unspaced;
  }
  return parts;
}

function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
