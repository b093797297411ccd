import { UNSPACED } from '../tokens.ts';

/** Only these letters are compared with errors. */
const FIRST_LETTERS = 8;
/** Shorter words may have only one error. */
const TWO_ERRORS_FROM = 8;
const LONGEST_WORD = 32;
const LONGEST_RUN = 16;

/** Not numbers, hashes, or bigrams of a run. */
export function isInVocabulary(word: string): boolean {
  if (!/\p{L}/u.test(word) || word.startsWith('=')) return false;
  const { length } = [...word];
  if (UNSPACED.test(word)) return length >= 3 && length <= LONGEST_RUN;
  const alternations = word.match(/\p{N}(?=\P{N})|\P{N}(?=\p{N})/gu)?.length ?? 0;
  return length >= 2 && length <= LONGEST_WORD && alternations < 3;
}

/** Korean syllables count by sound, as typed. */
export function lettersOf(word: string): string[] {
  return [...(/\p{Script=Hangul}/u.test(word) ? word.normalize('NFD') : word)];
}

/** The hashes that a word is stored under; none for words that are no corrections. */
export function keysOfWord(word: string): number[] {
  const letters = lettersOf(word);
  if (letters.length < 4 || /\p{N}/u.test(word)) return [];
  return keysOf(letters, letters.length >= TWO_ERRORS_FROM && !UNSPACED.test(word) ? 2 : 1);
}

/** The hashes that find words with at most so many errors. */
export function keysOf(letters: readonly string[], errors: 1 | 2): number[] {
  const first = letters.slice(0, FIRST_LETTERS);
  const once = shortened(first);
  const twice = errors === 2 ? once.flatMap(shortened) : [];
  return [...new Set([first, ...once, ...twice].map((left) => hash(left.join(''))))];
}

/** Without each letter in turn. */
function shortened(letters: readonly string[]): string[][] {
  return letters.map((_, index) => letters.toSpliced(index, 1));
}

/** FNV-1a, as a signed 32-bit number; collisions are told apart by letters. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
