import { type PhraseInText, phrasesInText } from '../tokens.ts';

/** Places count from 0. */
export interface PlacedWord {
  word: string;
  places: number[];
}

export interface PlacedWords {
  words: PlacedWord[];
  length: number;
}

interface Limits {
  /** The maximum number of phrases. */
  limit: number;
  /** Whether a word and the number beside it also form one word. */
  joinsNumbers: boolean;
}

const HYPHEN = /^[-\u2010\u2011]$/;
/** Longer chains are sentences. */
const MOST_JOINED = 3;
const LETTERS_AND_DIGITS = /^(\p{L}[\p{L}\p{M}]+)(\p{N}+)$|^(\p{N}+)(\p{L}[\p{L}\p{M}]+)$/u;
const LETTERS = /^\p{L}[\p{L}\p{M}]+$/u;
const UNIT = /^(?:fps|hz|khz|mhz|kg|mm|cm|km|px|min|bit|mp|mb|gb)$/;
const DIGITS = /^\p{N}+$/u;

interface Placed extends PhraseInText {
  places: number[];
}

/**
 * A document's words, also written together and apart (`time-lapse` is also `timelapse`, `rule110` also `rule` and
 * `110`, with `joinsNumbers` also the reverse). A joined word has the places of all its parts, so that
 * phrases continue around it. The last character of a run is a word too.
 */
export function placedWords(text: string, { limit, joinsNumbers }: Limits): PlacedWords {
  const words: PlacedWord[] = [];
  const phrases: Placed[] = [];
  let length = 0;
  for (const phrase of phrasesInText(text).slice(0, limit)) {
    const apart = phrase.isUnspaced ? phrase.words : takenApart(phrase.words);
    const places = apart.map((_, n) => length + n);
    length += places.length;
    phrases.push({ ...phrase, places });
    for (const [n, word] of apart.entries()) words.push({ word, places: places.slice(n, n + 1) });
    if (apart !== phrase.words) words.push({ word: phrase.words.join(''), places });
    const last = phrase.isUnspaced ? lastOfPairs(apart) : undefined;
    if (last !== undefined) words.push({ word: last, places: places.slice(-1) });
  }
  words.push(...hyphenated(phrases).map(joined));
  if (joinsNumbers) words.push(...numbered(phrases).map(joined));
  return { words, length };
}

/** All other characters of a run begin a bigram. Undefined for a single one. */
function lastOfPairs(pairs: readonly string[]): string | undefined {
  return [...(pairs.at(-1) ?? '')][1];
}

/** Letters and digits; the same list if there is nothing to split. */
function takenApart(words: string[]): string[] {
  const parts =
    LETTERS_AND_DIGITS.exec(words[0] ?? '')
      ?.slice(1)
      .filter(Boolean) ?? [];
  return parts.length === 2 ? parts : words;
}

function hyphenated(phrases: readonly Placed[]): Placed[][] {
  const chains: Placed[][] = [];
  for (const phrase of phrases) {
    const last = chains.at(-1);
    if (last && HYPHEN.test(phrase.gap) && !phrase.isUnspaced && !last.at(-1)?.isUnspaced) last.push(phrase);
    else chains.push([phrase]);
  }
  return chains.filter(({ length }) => length > 1 && length <= MOST_JOINED);
}

/** A word before a number, or a number before its unit. */
function numbered(phrases: readonly Placed[]): Placed[][] {
  return phrases.slice(1).flatMap((second, n) => {
    const first = phrases[n]!;
    const [a = '', b = ''] = [first.words[0], second.words[0]];
    if (second.gap !== ' ' || first.isUnspaced || second.isUnspaced) return [];
    return (LETTERS.test(a) && DIGITS.test(b)) || (DIGITS.test(a) && UNIT.test(b)) ? [[first, second]] : [];
  });
}

function joined(phrases: readonly Placed[]): PlacedWord {
  return {
    word: phrases.map(({ words }) => words.join('')).join(''),
    places: phrases.flatMap(({ places }) => places),
  };
}
