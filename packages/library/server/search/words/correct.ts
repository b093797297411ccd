import type { Db } from '@vesper/core/db/pool.ts';
import { UNSPACED } from '../tokens.ts';
import { keysOf, lettersOf } from './letters.ts';
import { partsOf } from './runs.ts';
import { selectNeighbours } from './vocabulary-queries.ts';

export interface Correction {
  from: string;
  to: string;
  /** Errors between them. */
  distance: 1 | 2;
  /** Public videos that have it. */
  videos: number;
}

/** From this many letters, one error is corrected, and two. */
const ONE_ERROR_FROM = 5;
const TWO_ERRORS_FROM = 9;
/** For unspaced scripts, whose characters are syllables or words. */
const RUN_FROM = 4;
/** A known word is replaced only by one with this many times as many videos. */
const MEANT_UNLESS = 50;
/** The same for a prefix of known words. */
const BEGUN_UNLESS = 2;

/**
 * Corrects each word (in unspaced scripts each run) to the vocabulary's word with the fewest errors, then the likeliest
 * by kind of error and by videos. None for words that are short, have digits, or are known, also as prefixes.
 */
export async function correctionsOf(db: Db, words: readonly string[]): Promise<Correction[]> {
  const parts = new Map(words.map((word) => [word, UNSPACED.test(word) ? partsOf(word) : [word]]));
  const asked = [...new Set([...parts.values()].flat())].flatMap((word) => {
    const errors = errorsIn(word);
    return errors === 0 ? [] : [{ word, keys: keysOf(lettersOf(word), errors) }];
  });
  if (asked.length === 0) return [];
  const near = Map.groupBy(await selectNeighbours(db, asked), (one) => one.asked);
  const corrected = new Map(asked.map(({ word }) => [word, correctionOf(word, near.get(word) ?? [])]));
  return [...parts].flatMap(([from, its]) => {
    const [first, ...more] = its.flatMap((part) => corrected.get(part) ?? []);
    // Only one part of a run may be wrong.
    if (first === undefined || more.length > 0) return [];
    return [{ ...first, from, to: its.map((part) => (part === first.from ? first.to : part)).join('') }];
  });
}

/** The number of errors corrected in a word of this length. */
export function errorsIn(word: string): 0 | 1 | 2 {
  const { length } = lettersOf(word);
  if (/\p{N}/u.test(word)) return 0;
  if (UNSPACED.test(word)) return length >= RUN_FROM ? 1 : 0;
  if (length >= TWO_ERRORS_FROM) return 2;
  return length >= ONE_ERROR_FROM ? 1 : 0;
}

/** Some candidates are similar only by chance. */
export function correctionOf(
  from: string,
  candidates: readonly { word: string; videos: number }[],
): Correction | undefined {
  const letters = lettersOf(from);
  const known = candidates.find(({ word }) => word === from)?.videos ?? 0;
  const begun = candidates.filter(({ word }) => word.startsWith(from)).map(({ videos }) => videos);
  const enough = Math.max(known * MEANT_UNLESS, begun.reduce((a, b) => a + b, 0) * BEGUN_UNLESS);
  const most = known === 0 ? errorsIn(from) : Math.min(1, errorsIn(from));
  const judged = candidates
    .filter(({ word, videos }) => word !== from && videos > enough)
    .flatMap(({ word, videos }) => {
      const { errors, oddity } = difference(letters, lettersOf(word), most);
      return errors <= most ? [{ word, videos, errors, likelihood: Math.log(videos + 1) - oddity }] : [];
    })
    .toSorted((a, b) => a.errors - b.errors || b.likelihood - a.likelihood || (a.word < b.word ? -1 : 1));
  const best = judged[0];
  return best && { from, to: best.word, distance: best.errors as 1 | 2, videos: best.videos };
}

/** How much rarer than a swap each kind of error is, as natural logarithms; estimates. */
const DOUBLED = 0;
const NEAR_KEY = 0.5;
const LEFT_OUT = 1;
const OTHER = 2.5;
const FIRST_LETTER = 1.5;
/** Fewer errors always outweigh their kinds. */
const ERROR = 100;

/** Damerau's distance (optimal string alignment), and how unusual the errors are; Infinity beyond `most` errors. */
function difference(
  typed: readonly string[],
  meant: readonly string[],
  most = Math.max(typed.length, meant.length),
): { errors: number; oddity: number } {
  const rows: number[][] = [];
  for (let i = 0; i <= typed.length; i += 1) {
    // Other cells need more than `most` errors.
    const row: number[] = new Array(meant.length + 1).fill(Infinity);
    for (let j = Math.max(0, i - most); j <= Math.min(meant.length, i + most); j += 1)
      row[j] = cheapest(rows, row, { typed, meant, i, j });
    if (Math.min(...row) >= (most + 1) * ERROR) return { errors: Infinity, oddity: 0 };
    rows.push(row);
  }
  const cost = rows.at(-1)?.at(-1) ?? 0;
  if (cost >= (most + 1) * ERROR) return { errors: Infinity, oddity: 0 };
  const errors = Math.floor(cost / ERROR);
  return { errors, oddity: cost - errors * ERROR };
}

interface Place {
  typed: readonly string[];
  meant: readonly string[];
  /** How many letters of each are compared. */
  i: number;
  j: number;
}

function cheapest(rows: readonly number[][], row: readonly number[], place: Place): number {
  const { typed, meant, i, j } = place;
  if (i === 0 && j === 0) return 0;
  const atStart = Math.min(i, j) <= 1 ? FIRST_LETTER : 0;
  const [a, b] = [typed[i - 1], meant[j - 1]];
  let cost = Infinity;
  if (i > 0) cost = rows[i - 1]![j]! + ERROR + (a === typed[i - 2] ? DOUBLED : LEFT_OUT + atStart);
  if (j > 0) cost = Math.min(cost, row[j - 1]! + ERROR + (b === meant[j - 2] ? DOUBLED : LEFT_OUT + atStart));
  const both = i > 0 && j > 0 ? rows[i - 1]![j - 1]! : Infinity;
  if (a === b) cost = Math.min(cost, both);
  else if (both + ERROR < cost)
    cost = Math.min(cost, both + ERROR + (keyDistance(a!, b!) < 1.5 ? NEAR_KEY : OTHER) + atStart);
  if (i > 1 && j > 1 && a !== b && a === meant[j - 2] && typed[i - 2] === b)
    cost = Math.min(cost, rows[i - 2]![j - 2]! + ERROR);
  return cost;
}

/** From the top row; each row is shifted by a third of a key. */
const KEYBOARDS = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
  [' ςερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ'],
  ['  קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ'],
  ['ضصثقفغعهخحج', 'شسيبلاتنمك', 'ئءؤرىةوزظ'],
  ['ქწერტყუიოპ', 'ასდფგჰჯკლ', 'ზხცვბნმ'],
];

const PLACES = KEYBOARDS.map(
  (rows) =>
    new Map(rows.flatMap((row, y) => [...row].map((letter, x) => [letter, { x: x + y / 3, y }] as const))),
);

/** In keys, on the keyboard that has both letters; Infinity without one. */
export function keyDistance(a: string, b: string): number {
  for (const places of PLACES) {
    const [from, to] = [places.get(a), places.get(b)];
    if (from && to) return Math.hypot(from.x - to.x, from.y - to.y);
  }
  return Infinity;
}
