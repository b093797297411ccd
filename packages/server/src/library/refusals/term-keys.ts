import { collapse, fold } from './fold.ts';
import { endingsOf, fewestNear, type Script, scriptOf } from './scripts.ts';
import { consonantsOf, soundsOf } from './sounds.ts';

/**
 * What a text is looked up by. A term has keys of several kinds, a text of the same kinds, and a text has a term where
 * they share a key: so a term can be kept as hashes of its keys. A key is its kind's letter and a word.
 */
export const KINDS = {
  /** The word itself, collapsed; of a short one as it stands. */
  itself: '=',
  short: '!',
  /** Without an ending. */
  stem: '~',
  /** Of terms that are long enough for errors: itself; with a letter left out or two swapped; with any letter at a place. */
  near: '>',
  nearOfSeveral: '»',
  error: '<',
  errorOfSeveral: '«',
  anyLetter: '?',
  anyLetterOfSeveral: '¿',
  /** A beginning. */
  beginning: '^',
  /** Long enough to be found within another word. */
  within: '+',
  withinOfSeveral: '±',
  /** How a term of Latin letters sounds, and one of others. */
  soundOfLatin: 's',
  soundOfOthers: 'x',
  consonantsOfLatin: 'd',
  consonantsOfAbjad: 'c',
} as const;

export const FEWEST_IN_STEM = 5;
export const FEWEST_WITHIN = 6;
/** Collapsed, shorter words are too easily others. */
export const FEWEST_COLLAPSED = 5;
const MOST_MISSING = 2;

export interface TermWord {
  /** Folded, its words joined. */
  word: string;
  script: Script;
  isSeveral: boolean;
}

/** The words of a text, folded: runs of letters, digits and marks. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** A term as it is compared; undefined for one without any letter. */
export function termWord(term: string): TermWord | undefined {
  const words = wordsOf(fold(term));
  const word = words.join('');
  return word === '' ? undefined : { word, script: scriptOf(word), isSeveral: words.length > 1 };
}

/** Every key of a term. `isExact` leaves out errors, beginnings and what it sounds like: for words that have neighbours. */
export function keysOfTerm({ word, script, isSeveral }: TermWord, isExact = false): string[] {
  const one = collapse(word);
  const letters = [...one];
  const keys = new Set<string>();
  const add = (kind: keyof typeof KINDS, ...words: string[]) => {
    for (const each of words) keys.add(KINDS[kind] + each);
  };
  if (isShort(word, script)) {
    add('short', word);
    return [...keys];
  }
  add('itself', one);
  add('stem', ...stemsOf(one, script));
  if (letters.length >= FEWEST_WITHIN && script !== 'unspaced')
    add(isSeveral ? 'withinOfSeveral' : 'within', one);
  if (isExact) return [...keys];
  if (letters.length >= fewestNear(script)) {
    add(isSeveral ? 'nearOfSeveral' : 'near', one);
    const last = endsInError(letters.length, script) ? letters.length : -1;
    const errors = [...withoutOne(one).slice(0, last), ...(script === 'unspaced' ? [] : withTwoSwapped(one))];
    add(isSeveral ? 'errorOfSeveral' : 'error', ...errors.map(collapse));
    if (script !== 'unspaced')
      add(isSeveral ? 'anyLetterOfSeveral' : 'anyLetter', ...withAnyLetter(one).slice(0, last));
    if (!isSeveral && letters.length - MOST_MISSING >= FEWEST_COLLAPSED)
      add('beginning', letters.slice(0, -MOST_MISSING).join(''));
  }
  add(script === 'latin' ? 'soundOfLatin' : 'soundOfOthers', ...soundsOf(word, script));
  if (script === 'latin') add('consonantsOfLatin', ...consonantsOf(word, script));
  if (script === 'abjad') add('consonantsOfAbjad', ...consonantsOf(word, script));
  return [...keys];
}

/** Without its last letter, or with another one, a short word is often a word of its own. */
function endsInError(length: number, script: Script): boolean {
  const isAlphabet = script === 'latin' || script === 'cyrillic' || script === 'greek' || script === 'other';
  return !isAlphabet || length - MOST_MISSING >= FEWEST_COLLAPSED;
}

export function isShort(word: string, script: Script): boolean {
  return script !== 'unspaced' && [...collapse(word)].length < FEWEST_COLLAPSED;
}

const ENDINGS = new Map<Script, string[]>();

/** The word without each ending of its script that it has, itself not among them. */
export function withoutEndings(word: string, script: Script): string[] {
  let endings = ENDINGS.get(script);
  if (!endings) {
    endings = endingsOf(script, fold);
    ENDINGS.set(script, endings);
  }
  return endings.flatMap((ending) => (word.endsWith(ending) ? word.slice(0, -ending.length) : []));
}

export function stemsOf(word: string, script: Script): string[] {
  const stems = withoutEndings(word, script).map(collapse);
  return [...new Set([word, ...stems])].filter((stem) => [...stem].length >= FEWEST_IN_STEM);
}

export function withoutOne(word: string): string[] {
  return withEach(word, '');
}

function withTwoSwapped(word: string): string[] {
  const letters = [...word];
  return letters
    .slice(1)
    .map((letter, place) => letters.toSpliced(place, 2, letter, letters[place] ?? '').join(''));
}

export function withAnyLetter(word: string): string[] {
  return withEach(word, '?');
}

/** The word with something else for each of its letters in turn. */
function withEach(word: string, instead: string): string[] {
  const changed: string[] = [];
  let place = 0;
  for (const letter of word) {
    const after = place + letter.length;
    changed.push(word.slice(0, place) + instead + word.slice(after));
    place = after;
  }
  return changed;
}
