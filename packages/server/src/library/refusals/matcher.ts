import { searchFold } from '../search/index.ts';
import { collapse, fold } from './fold.ts';
import type { FindTerm } from './key-table.ts';
import { lookAlikeReadings, turnedBack } from './look-alikes.ts';
import { ABJAD_BEGINNINGS, scriptOf } from './scripts.ts';
import { consonantsOf, soundsOf } from './sounds.ts';
import {
  FEWEST_COLLAPSED,
  FEWEST_WITHIN,
  isShort,
  KINDS,
  keysOfTerm,
  stemsOf,
  termWord,
  withAnyLetter,
  withoutEndings,
  withoutOne,
  wordsOf,
} from './term-keys.ts';

/** How a text has a term. */
export type Way = 'itself' | 'form' | 'error' | 'beginning' | 'joined' | 'within' | 'sound' | 'disguised';

export interface Found {
  /** Its number: of the given terms, then of the seed's. */
  term: number;
  way: Way;
  /** The part of the folded text that has it. */
  part: string;
}

export interface Matcher {
  /** The first term that a text has, in whatever disguise. */
  find(text: string): Found | undefined;
  isRefused(text: string): boolean;
}

export interface MatcherInput {
  terms: readonly { term: string; isExact: boolean }[];
  /** Words and phrases that are never refused. */
  exceptions: readonly string[];
  /** Terms and exceptions that are known by hashes alone; their numbers follow those of the terms. */
  sealed?: { findTerm: FindTerm; isException: (phrase: string) => boolean };
}

/** Neighbouring words that may make up a term, and an exception. */
const MOST_JOINED = 4;
const MOST_IN_EXCEPTION = 6;
/** Of longer texts the beginning is looked at: more than any title, and a description of some pages. */
const MOST_WORDS = 3000;
/** Longer runs are looked at in parts, which are neighbours: in scripts without spaces a whole sentence is one. */
const PART = /.{1,64}/gsu;
const MOST_IN_RUN = 60;
/** Of one text: nobody disguises every word of a long one, and nobody waits for it. */
const MOST_READINGS = 120;
const MOST_READINGS_OF_JOINED = 4;
/** Of each word, when those of the text are used up: what is disguised behind much else is found as well. */
const FEWEST_READINGS = 8;
/** Of letters and of digits, in a word with digits beside it: in one of more, digits stand for letters. */
const MOST_RUNS = 4;
const GLUED_DIGITS = /\p{N}\p{L}[\p{L}\p{M}]|\p{L}[\p{L}\p{M}]\p{N}/u;
const WITH_SIGNS = /[\p{L}\p{N}\p{M}@$!|+€£¢¥§(×¡*๏√᙭꒒꓄]+/gu;
/** Pieces of so few letters are spelled out. */
const SPELLED_OUT = 2;
const FEWEST_SPELLED_OUT = 3;
const FEWEST_IN_SPELLED_OUT = 5;
/** What stands beside a term within a word: of a short term more, because it may be a part of another word. */
const REST_BESIDE = 3;
const REST_BESIDE_SHORT = 5;
const SHORT_WITHIN = 7;
/** Neighbours that sound like a term together must say more than one word. */
const CONSONANTS_OF_JOINED = 5;

/** Finds terms in texts: microseconds a word, whatever the number of terms. */
export function createMatcher({ terms, exceptions, sealed }: MatcherInput): Matcher {
  const table = new Map<string, number>();
  for (const [number, { term, isExact }] of terms.entries()) {
    const word = termWord(term);
    for (const key of word ? keysOfTerm(word, isExact) : []) if (!table.has(key)) table.set(key, number);
  }
  const spared = new Set(
    exceptions
      .flatMap((phrase) => [fold(phrase), fold(searchFold(phrase))].map(wordsOf))
      .flatMap((words) => [words.join(' '), withoutGluedDigits(words).join(' ')]),
  );
  const isSpared = (phrase: string) => spared.has(phrase) || (sealed?.isException(phrase) ?? false);
  const termOf = (kind: keyof typeof KINDS, word: string) => {
    const own = table.get(KINDS[kind] + word);
    if (own !== undefined) return own;
    const other = sealed?.findTerm(KINDS[kind], word);
    return other === undefined ? undefined : terms.length + other;
  };
  function find(text: string): Found | undefined {
    const budget = { readings: MOST_READINGS, without: new Set<string>() };
    for (const words of viewsOf(text)) {
      const found = findInWords(words, { termOf, isSpared, budget });
      if (found) return found;
    }
    return undefined;
  }
  return { find, isRefused: (text) => find(text) !== undefined };
}

type TermOf = (kind: keyof typeof KINDS, word: string) => number | undefined;

/**
 * A text's words, and as others may read them: as search compares them, with spaces for unseen characters, turned upside
 * down, with digits beside words for words of their own, and with signs for letters.
 */
function viewsOf(text: string): string[][] {
  const folded = fold(text);
  const others = [fold(text, ' '), fold(searchFold(text)), ...turnedBack(text).map((turned) => fold(turned))];
  const views = [...new Set([folded, ...others])].map(wordsOf);
  views.push(...views.map(withoutGluedDigits).filter((words, n) => words.length !== views[n]?.length));
  const signed = folded.match(WITH_SIGNS) ?? [];
  const withSigns = signed.filter((word) => /\p{L}/u.test(word) && /[^\p{L}\p{N}\p{M}]/u.test(word));
  for (const word of withSigns) views.push([word], [word.replace(/^[*!(|+]+|[*!(|+]+$/gu, '')]);
  return views.map((words) => words.flatMap((word) => word.match(PART) ?? []).slice(0, MOST_WORDS));
}

/** Documents have a word and the digits beside it each by itself, too. */
function withoutGluedDigits(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const runs = GLUED_DIGITS.test(word) ? (word.match(/\p{N}+|\P{N}+/gu) ?? []) : [];
    return runs.length > 0 && runs.length <= MOST_RUNS ? runs : [word];
  });
}

function findInWords(
  words: readonly string[],
  { termOf, isSpared, budget }: { termOf: TermOf; isSpared: (phrase: string) => boolean; budget: Budget },
): Found | undefined {
  for (let from = 0; from < words.length; from += 1) {
    let joined = '';
    for (let to = from; to < Math.min(words.length, from + MOST_JOINED); to += 1) {
      const last = words[to] ?? '';
      const first = words[from] ?? '';
      // No term reaches over so much.
      if (joined.length - first.length > MOST_IN_RUN) break;
      joined += last;
      const ends = to > from ? { first: lettersIn(first), last: lettersIn(last) } : undefined;
      const piece = ends ? `${joined} ${ends.first} ${ends.last}` : joined;
      const found = budget.without.has(piece) ? undefined : ofPiece(joined, { termOf, ends, budget });
      if (!found) budget.without.add(piece);
      if (!found || isOfWholeWords(found, words.slice(from, to + 1))) continue;
      if (!isWithinSpared(words, [from, to], isSpared)) return found;
    }
  }
  return ofSpelledOut(words, { termOf, budget });
}

/** Whether a term within neighbours is made of some of them alone: then it is these that are looked at. */
function isOfWholeWords({ way, part }: Found, words: readonly string[]): boolean {
  if (way !== 'within' || words.length === 1) return false;
  const pieces = words.flatMap((_word, place) => [words.slice(place), words.slice(0, place)]);
  return pieces.some((piece) => piece.length < words.length && collapse(piece.join('')) === part);
}

/** Whether an exception covers these words. */
function isWithinSpared(
  words: readonly string[],
  [from, to]: [number, number],
  isSpared: (phrase: string) => boolean,
): boolean {
  for (let first = Math.max(0, to - MOST_IN_EXCEPTION + 1); first <= from; first += 1)
    for (let last = to; last < Math.min(words.length, first + MOST_IN_EXCEPTION); last += 1)
      if (isSpared(words.slice(first, last + 1).join(' '))) return true;
  return false;
}

/** Letters one by one, with spaces or signs between them. */
function ofSpelledOut(
  words: readonly string[],
  { termOf, budget }: { termOf: TermOf; budget: Budget },
): Found | undefined {
  let from = 0;
  while (from < words.length) {
    let to = from;
    while (to < words.length && [...(words[to] ?? '')].length <= SPELLED_OUT) to += 1;
    if (to - from >= FEWEST_SPELLED_OUT) {
      const run = words
        .slice(from, to)
        .join('')
        .slice(0, MOST_IN_RUN * 2);
      const found =
        as('disguised', ofPiece(run, { termOf, budget })) ??
        ofPieces(collapse(run), termOf, FEWEST_IN_SPELLED_OUT, 'disguised');
      if (found) return found;
    }
    from = to + 1;
  }
  return undefined;
}

function as(way: Way, found: Found | undefined): Found | undefined {
  return found && { ...found, way };
}

interface Budget {
  readings: number;
  /** What has no term: the views of a text have most words in common. */
  without: Set<string>;
}

/** Of neighbours that are joined: how many letters the first and the last of them have. */
interface Ends {
  first: number;
  last: number;
}

function lettersIn(word: string): number {
  return placesOf(word).length - 1;
}

/** Where each letter of a word begins, and where the last one ends. */
function placesOf(word: string): number[] {
  const places = [0];
  for (const letter of word) places.push((places.at(-1) ?? 0) + letter.length);
  return places;
}

/** A word, or neighbours joined: as it stands, then as what it looks like. */
function ofPiece(
  piece: string,
  { termOf, ends, budget }: { termOf: TermOf; ends?: Ends | undefined; budget: Budget },
): Found | undefined {
  const isJoined = ends !== undefined;
  const isLong = piece.length > 2 * MOST_IN_RUN;
  const plain = ofReading(piece, termOf, ends) ?? (isLong ? undefined : ofSounds(piece, termOf, isJoined));
  if (plain) return plain;
  const most = isJoined
    ? Math.min(budget.readings, MOST_READINGS_OF_JOINED)
    : Math.max(budget.readings, FEWEST_READINGS);
  const readings = readingsOf(piece, most);
  budget.readings -= readings.length;
  for (const reading of readings) {
    const found = ofReading(reading, termOf, ends);
    if (found) return { ...found, way: 'disguised', part: piece };
  }
  return undefined;
}

function readingsOf(word: string, most: number): string[] {
  if (most <= 0) return [];
  const alike = lookAlikeReadings(word);
  const pairs = [word, ...alike.slice(0, 4)].filter((one) => /rn|vv/.test(one));
  return [...pairs.map((one) => one.replaceAll('rn', 'm').replaceAll('vv', 'w')), ...alike].slice(0, most);
}

function ofReading(given: string, termOf: TermOf, ends: Ends | undefined): Found | undefined {
  const isJoined = ends !== undefined;
  const script = scriptOf(given);
  const word = collapse(given);
  const part = given;
  const search = (kind: keyof typeof KINDS, way: Way, candidates: readonly string[]): Found | undefined => {
    for (const candidate of candidates) {
      const term = termOf(kind, candidate);
      if (term !== undefined) return { term, way: isJoined && way === 'itself' ? 'joined' : way, part };
    }
    return undefined;
  };
  const bare = script === 'abjad' ? ABJAD_BEGINNINGS.filter((one) => word.startsWith(one)) : [];
  const fronts = bare.map((one) => word.slice(one.length));
  const forms = [
    ...withoutEndings(word, script),
    ...fronts.flatMap((front) => [front, ...withoutEndings(front, script)]),
  ];
  const found =
    search('itself', 'itself', [word]) ??
    search('itself', 'form', forms.map(collapse)) ??
    search('stem', 'form', stemsOf(word, script)) ??
    (isShort(word, script) || [...word].length < FEWEST_WITHIN + 2
      ? (search('short', 'itself', [given, word]) ?? search('short', 'form', withoutEndings(given, script)))
      : undefined) ??
    ofErrors(word, search, isJoined);
  if (found) return found;
  if (script === 'unspaced')
    return ofPieces(word.slice(0, 500), termOf, 1, isJoined ? 'joined' : 'within', ends);
  return ofEnds(word, termOf, ends);
}

type Search = (kind: keyof typeof KINDS, way: Way, candidates: readonly string[]) => Found | undefined;

function ofErrors(word: string, search: Search, isJoined: boolean): Found | undefined {
  const length = [...word].length;
  if (length < 3 || length > MOST_IN_RUN) return undefined;
  const fewer = withoutOne(word).map(collapse);
  const any = withAnyLetter(word);
  const masked = word.includes('*') ? [word.replace('*', '?')] : [];
  return (
    search('errorOfSeveral', 'error', [word]) ??
    search('nearOfSeveral', 'error', fewer) ??
    search('anyLetterOfSeveral', 'error', [...any, ...masked]) ??
    (isJoined
      ? undefined
      : (search('error', 'error', [word]) ??
        search('near', 'error', fewer) ??
        search('anyLetter', 'error', [...any, ...masked]) ??
        (length >= FEWEST_COLLAPSED ? search('beginning', 'beginning', [word]) : undefined)))
  );
}

function ofSounds(word: string, termOf: TermOf, isJoined: boolean): Found | undefined {
  const script = scriptOf(word);
  const isLatin = script === 'latin';
  const sounds = soundsOf(word, script)
    .filter((sound) => !isJoined || sound.replaceAll('A', '').length >= CONSONANTS_OF_JOINED)
    .flatMap((sound) => [sound, sound.replace(/(?<=.)[As]$/, '')]);
  const consonants = (isLatin || script === 'abjad' ? consonantsOf(word, script) : []).filter(
    // Without vowels they say even less.
    (bare) => !isJoined || bare.length > CONSONANTS_OF_JOINED,
  );
  const kinds = isLatin
    ? (['soundOfOthers', 'consonantsOfAbjad'] as const)
    : (['soundOfLatin', 'consonantsOfLatin'] as const);
  for (const [kind, keys] of [[kinds[0], sounds] as const, [kinds[1], consonants] as const])
    for (const key of keys) {
      const term = termOf(kind, key);
      if (term !== undefined) return { term, way: 'sound', part: word };
    }
  return undefined;
}

/** Every piece of a run without spaces; of joined words those that reach from the first to the last: the others are theirs. */
function ofPieces(
  run: string,
  termOf: TermOf,
  fewest: number,
  way: Way,
  ends: Ends | undefined = undefined,
): Found | undefined {
  const letters = [...run];
  const lastFrom = ends ? Math.min(ends.first, letters.length) : letters.length;
  const firstTo = ends ? letters.length - ends.last : 0;
  for (let from = 0; from < lastFrom; from += 1) {
    let piece = '';
    for (let to = from; to < Math.min(letters.length, from + MOST_IN_RUN); to += 1) {
      piece += letters[to];
      if (to < firstTo || to - from + 1 < fewest) continue;
      const term = termOf('itself', piece);
      if (term !== undefined) return { term, way, part: piece };
    }
  }
  return undefined;
}

/** A long term at either end of a longer word; of joined words one of several words, which reaches to the other end. */
function ofEnds(word: string, termOf: TermOf, ends: Ends | undefined): Found | undefined {
  const places = placesOf(word);
  const whole = places.length - 1;
  const longest = Math.min(MOST_IN_RUN, whole - REST_BESIDE);
  for (let length = FEWEST_WITHIN; length <= longest; length += 1) {
    if (length < SHORT_WITHIN && whole - length < REST_BESIDE_SHORT) continue;
    const pieces: string[] = [];
    if (!ends || length > whole - ends.last) pieces.push(word.slice(0, places[length]));
    if (!ends || length > whole - ends.first) pieces.push(word.slice(places[whole - length]));
    for (const piece of pieces) {
      const term = termOf('withinOfSeveral', piece) ?? (ends ? undefined : termOf('within', piece));
      if (term !== undefined) return { term, way: 'within', part: piece };
    }
  }
  return undefined;
}
