import type { RefusedWay } from '@vesper/contract';
import { collapse, decode, fold, isUnspaced, wordsOf } from './fold.ts';
import { asLatin, latinOf, readingsOf } from './look-alikes.ts';
import { isShort, keyOf, keysOfTerm, misspeltKeysOfText, stemsOf } from './term-keys.ts';

export interface Found {
  /** An index into the given terms, then the seed's. */
  term: number;
  way: RefusedWay;
  /** In the folded text. */
  part: string;
}

export interface Matcher {
  find(text: string): Found | undefined;
  isRefused(text: string): boolean;
}

export interface MatcherInput {
  /** Exact terms are matched neither misspelled nor within other words. */
  terms: readonly { term: string; isExact: boolean }[];
  /** Never blocked. */
  exceptions: readonly string[];
  /** Terms and exceptions known only by hashes; their numbers follow the terms'. */
  sealed?: { find: (key: string) => number | undefined; isException: (phrase: string) => boolean };
}

/** Words joined to one term; for spelled-out ones the limit is letters, one or two per word. */
const MOST_JOINED = 4;
const SPELLED_OUT = 2;
const MOST_LETTERS = 40;
const MOST_IN_EXCEPTION = 8;
/** Longer texts are cut: enough for a description of some pages. */
const MOST_WORDS = 6000;
/** Letters of a term within a longer word, and around it; more around short terms. */
const FEWEST_WITHIN = 6;
const FEWEST_BESIDE = 3;
const FEWEST_BESIDE_SHORTEST = 5;

/** Microseconds per word, whatever the number of terms. */
export function createMatcher({ terms, exceptions, sealed }: MatcherInput): Matcher {
  const keys = new Map<string, number>();
  // On a shared key the inexact term wins, as it matches more.
  const byExactness = [...terms.entries()].sort(([, a], [, b]) => Number(b.isExact) - Number(a.isExact));
  for (const [number, { term }] of byExactness) for (const key of keysOfTerm(term)) keys.set(key, number);
  const spared = new Set(exceptions.flatMap((phrase) => [phraseOf(phrase), phraseOf(asLatin(phrase))]));
  const termOf = (key: string) => {
    const own = keys.get(key);
    if (own !== undefined) return own;
    const other = sealed?.find(key);
    return other === undefined ? undefined : terms.length + other;
  };

  function find(text: string): Found | undefined {
    const given = decode(decode(text));
    const plain = fold(given);
    const without = new Set<string>();
    return firstOf([...new Set([plain, ...latinOf(given).map(fold)])], (read) =>
      findIn(wordsOf(read), { without, isDisguised: read !== plain }),
    );
  }

  /** `without` caches pieces without a match: a text's readings share most of them. */
  function findIn(
    all: readonly string[],
    { without, isDisguised }: { without: Set<string>; isDisguised: boolean },
  ): Found | undefined {
    const words = all.slice(0, MOST_WORDS);
    for (let from = 0; from < words.length; from += 1) {
      let piece = '';
      let isSpelledOut = true;
      for (let to = from; to < words.length; to += 1) {
        const word = words[to] ?? '';
        piece += word;
        isSpelledOut &&= word.length <= SPELLED_OUT;
        const joined = to - from;
        if (joined >= MOST_JOINED && (!isSpelledOut || piece.length > MOST_LETTERS)) break;
        // Digits beside short words are not disguised letters.
        if (without.has(`${joined} ${piece}`) || (joined > 0 && isDisguised && isShort(piece))) continue;
        const found = firstOf(isDisguised ? readingsOf(piece) : [piece], (reading) =>
          ofPiece(reading, joined),
        );
        if (!found) without.add(`${joined} ${piece}`);
        else if (!isSpared(words, [from, to])) return isDisguised ? { ...found, way: 'disguised' } : found;
      }
    }
    return undefined;
  }

  /** A word, or several joined. */
  function ofPiece(piece: string, joined: number): Found | undefined {
    const one = collapse(piece);
    const way = joined === 0 ? 'itself' : isUnspaced(piece) ? 'within' : 'joined';
    const spellings = one === piece ? [piece] : [piece, one];
    const found = ofWords(spellings, { way, part: piece });
    if (found || joined >= MOST_JOINED) return found;
    return (
      ofWords(spellings.flatMap(stemsOf), { way: 'form', part: piece }) ??
      (joined === 0 ? withinWord(one) : undefined) ??
      misspelt(one, joined > 0)
    );
  }

  /** One letter missing, extra or wrong, or two swapped. */
  function misspelt(word: string, isJoined: boolean): Found | undefined {
    const term = firstOf(misspeltKeysOfText(word, isJoined), termOf);
    if (term === undefined || terms[term]?.isExact) return undefined;
    return { term, way: 'error', part: word };
  }

  function ofWords(words: readonly string[], of: Omit<Found, 'term'>): Found | undefined {
    const term = firstOf(words, (word) => termOf(keyOf(word)));
    return term === undefined ? undefined : { ...of, term };
  }

  /** At either end of a longer word. */
  function withinWord(word: string): Found | undefined {
    const longest = Math.min(word.length - FEWEST_BESIDE, MOST_LETTERS);
    for (let length = FEWEST_WITHIN; length <= longest; length += 1) {
      if (length === FEWEST_WITHIN && word.length - length < FEWEST_BESIDE_SHORTEST) continue;
      for (const part of [word.slice(0, length), word.slice(-length)]) {
        const found = ofWords([part], { way: 'within', part });
        if (found && !terms[found.term]?.isExact) return found;
      }
    }
    return undefined;
  }

  function isSpared(words: readonly string[], [from, to]: [number, number]): boolean {
    for (let first = Math.max(0, to - MOST_IN_EXCEPTION + 1); first <= from; first += 1)
      for (let last = to; last < Math.min(words.length, first + MOST_IN_EXCEPTION); last += 1) {
        const phrase = words.slice(first, last + 1).join(' ');
        if (spared.has(phrase) || sealed?.isException(phrase)) return true;
      }
    return false;
  }

  return { find, isRefused: (text) => find(text) !== undefined };
}

function firstOf<Given, Result>(
  all: readonly Given[],
  find: (one: Given) => Result | undefined,
): Result | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As exceptions are compared. */
export function phraseOf(text: string): string {
  return wordsOf(fold(text)).join(' ');
}
