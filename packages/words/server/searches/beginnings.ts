import { foldedWords, UNSPACED } from '@vesper/library/search';

/** More than are shown, as some may be hidden by then. */
const MOST_OF_A_KIND = 10;
const MOST_LETTERS = 24;
/** Or characters, in scripts without spaces. */
const MOST_WORDS = 8;
const LONGEST = 100;

/** A higher weight (from 0) comes first within a kind. */
export interface Suggestable {
  kind: string;
  target: string;
  shown: string;
  address: string;
  weight: number;
  language?: string | undefined;
}

/** From one of its words on. */
export interface Placed extends Suggestable {
  word: number;
  letters: string;
  /** After its language, the shortest prefix for which it is among the best of its kind. */
  beginning: string;
}

interface Start {
  of: Suggestable;
  word: number;
  letters: string;
  length?: number;
}

/**
 * Finds the shortest prefix for which each text is among the best of its kind: it is then also for longer ones. Leaves
 * out the others.
 */
export function placeBeginnings(suggestables: readonly Suggestable[]): Placed[] {
  const groups = Map.groupBy(suggestables, ({ kind, language = '' }) => `${kind} ${language}`);
  return [...groups.values()].flatMap((group) => {
    const starts = group.flatMap(startsOf).sort(byLetters);
    placeAll(starts, 1);
    return starts.flatMap(({ of, word, letters, length }) =>
      length === undefined
        ? []
        : [{ ...of, word, letters, beginning: inLanguage(letters.slice(0, length), of.language) }],
    );
  });
}

/** Undefined without a letter. */
export function beginningsOf(
  typed: string,
  languages: readonly string[],
): { letters: string; beginnings: string[] } | undefined {
  const letters = foldedWords(typed).join(' ').slice(0, LONGEST);
  const own = Array.from({ length: Math.min(letters.length, MOST_LETTERS) }, (_, nth) => nth + 1)
    .filter((length) => isWhole(letters, length))
    .map((length) => letters.slice(0, length));
  if (own.length === 0) return undefined;
  const all = [undefined, ...languages].flatMap((language) => own.map((one) => inLanguage(one, language)));
  return { letters, beginnings: all };
}

function inLanguage(beginning: string, language: string | undefined): string {
  return language === undefined ? beginning : `${language}:${beginning}`;
}

function startsOf(of: Suggestable): Start[] {
  const words = foldedWords(of.shown);
  const whole = words.join(' ');
  const places: number[] = [];
  let at = 0;
  for (const word of words) {
    places.push(at);
    if (UNSPACED.test(word))
      for (let inside = 1; inside < word.length; inside += 1)
        if (isWhole(word, inside) && UNSPACED.test(word.slice(inside))) places.push(at + inside);
    at += word.length + 1;
  }
  return places
    .slice(0, MOST_WORDS)
    .map((place, word) => ({ of, word, letters: whole.slice(place, place + LONGEST).toWellFormed() }));
}

function byLetters(a: Start, b: Start): number {
  return a.letters === b.letters ? 0 : a.letters < b.letters ? -1 : 1;
}

/** All `starts` share their first `length` - 1 letters. */
function placeAll(starts: readonly Start[], length: number): void {
  let from = 0;
  while (from < starts.length) {
    const letter = starts[from]?.letters[length - 1];
    let to = from + 1;
    while (to < starts.length && starts[to]?.letters[length - 1] === letter) to += 1;
    if (letter !== undefined) place(starts.slice(from, to), length);
    from = to;
  }
}

function place(starts: readonly Start[], length: number): void {
  if (isWhole(starts[0]?.letters ?? '', length))
    for (const start of bestOf(starts, length)) start.length ??= length;
  if (length < MOST_LETTERS && starts.some((start) => start.length === undefined))
    placeAll(starts, length + 1);
}

/** Complete matches first, then by weight; each target once. */
function bestOf(starts: readonly Start[], length: number): Start[] {
  const rank = ({ of, letters }: Start) => of.weight + (letters.length === length ? 1e6 : 0);
  const best: Start[] = [];
  for (const start of starts) {
    const last = best[MOST_OF_A_KIND - 1];
    if (last && rank(last) >= rank(start)) continue;
    const same = best.findIndex(({ of }) => of.target === start.of.target);
    if (same >= 0 && rank(best[same] as Start) >= rank(start)) continue;
    if (same >= 0) best.splice(same, 1);
    const at = best.findIndex((one) => rank(one) < rank(start));
    best.splice(at < 0 ? best.length : at, 0, start);
    best.length = Math.min(best.length, MOST_OF_A_KIND);
  }
  return best;
}

/** Does not cut a character in two. */
function isWhole(text: string, length: number): boolean {
  return text.length >= length && text.slice(0, length).isWellFormed();
}
