import { UNSPACED } from '../tokens.ts';

/** Words with an error, or two, are sought by the first letters alone. */
const FIRST_LETTERS = 8;
/** Words that are shorter differ from what is typed by one error at most. */
const TWO_ERRORS_FROM = 8;
const LONGEST_WORD = 32;
const LONGEST_RUN = 16;

/**
 * Whether a word of a document is one of the vocabulary: numbers, what looks like a hash, and pairs of characters that
 * stand for a part of a run are not.
 */
export function isInVocabulary(word: string): boolean {
  if (!/\p{L}/u.test(word) || word.startsWith('=')) return false;
  const { length } = [...word];
  if (UNSPACED.test(word)) return length >= 3 && length <= LONGEST_RUN;
  const alternations = word.match(/\p{N}(?=\P{N})|\P{N}(?=\p{N})/gu)?.length ?? 0;
  return length >= 2 && length <= LONGEST_WORD && alternations < 3;
}

/** What counts as a letter in a word: of Korean syllables each sound, as it is typed. */
export function lettersOf(word: string): string[] {
  return [...(/\p{Script=Hangul}/u.test(word) ? word.normalize('NFD') : word)];
}

/** Under which hashes the vocabulary keeps a word; none of words that nothing is corrected to. */
export function keysOfWord(word: string): number[] {
  const letters = lettersOf(word);
  if (letters.length < 4 || /\p{N}/u.test(word)) return [];
  return keysOf(letters, letters.length >= TWO_ERRORS_FROM && !UNSPACED.test(word) ? 2 : 1);
}

/** Under which hashes words are found that differ from the typed one by so many errors at most. */
export function keysOf(letters: readonly string[], errors: 1 | 2): number[] {
  const first = letters.slice(0, FIRST_LETTERS);
  const once = shortened(first);
  const twice = errors === 2 ? once.flatMap(shortened) : [];
  return [...new Set([first, ...once, ...twice].map((left) => hash(left.join(''))))];
}

/** Without each of the letters in turn. */
function shortened(letters: readonly string[]): string[][] {
  return letters.map((_, index) => letters.toSpliced(index, 1));
}

/** FNV-1a, as a signed number of 32 bits: words that share one by chance are told apart by their letters. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
