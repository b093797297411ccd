import type { Db } from '../../kernel/db/pool.ts';
import { type Alternative, beginningsOf, MIN_BEGINNING_LENGTH, type Slot, spelledOf } from './lookup.ts';
import type { ParsedQuery, Part } from './parse.ts';
import { stemLanguageOf, stemsOf } from './stems.ts';
import { UNSPACED } from './tokens.ts';
import { selectForms, selectWidening } from './vocabulary-queries.ts';

/** What a word may become; each adds to what is read. */
const MOST_ALTERNATIVES = 12;
/** Words with fewer videos are also sought as two words. */
const RARE = 24;
/** Of longer queries no word is taken apart: that looks up many words for each. */
const MOST_SPLIT = 6;
const SHORTEST_HALF = 3;
/** Places at which a word may have been two that are tried. */
const MOST_HALVES = 2;

/** What the vocabulary knows of a word: how many videos have it, and its forms, the most common first. */
interface Known {
  videos: number;
  forms: string[];
}

export interface Widened {
  slots: Slot[];
  /** What may be mistyped: not what other forms are known of. */
  doubtful: Part[];
}

type Vocabulary = ReadonlyMap<string, Known>;

/**
 * What each word of a query may be found as: itself, its forms, two words written as one and one as two. Only words that
 * the catalogue has are added. What is quoted stays as it is.
 */
export async function widen(db: Db, { required }: ParsedQuery): Promise<Widened> {
  const words = [...new Set(required.filter(isWord).map(wordOf))];
  const splits = new Map(required.length > MOST_SPLIT ? [] : words.map((word) => [word, splitsOf(word)]));
  const joined = required.slice(1).flatMap((part, n) => joinedOf(required[n], part) ?? []);
  const vocabulary = await lookUp(db, words, [...joined, ...[...splits.values()].flat(2)]);
  const slots = required.map((part, n) => {
    const others = isWord(part) ? othersOf(wordOf(part), vocabulary, splits) : [];
    const strict = [...spelledOf(part), ...others.map((words) => [{ words }])];
    const mayGoOn = n === required.length - 1 || isUnknown(part, vocabulary);
    return { strict, ...(mayGoOn ? { loose: beginningsOf(part) } : {}) };
  });
  const doubtful = required.filter((part) => !part.isQuoted && !isFormOnly(part, vocabulary));
  return { slots: joinSlots(required, slots, vocabulary), doubtful };
}

function isFormOnly(part: Part, vocabulary: Vocabulary): boolean {
  return isWord(part) && vocabulary.get(wordOf(part))?.videos === 0;
}

function isWord({ words, isQuoted }: Part): boolean {
  return !isQuoted && words.length === 1 && !UNSPACED.test(words[0] ?? '');
}

function wordOf({ words }: Part): string {
  return words[0] ?? '';
}

/** A word that nothing has may be a beginning wherever it stands; short ones begin too many. */
function isUnknown(part: Part, vocabulary: Vocabulary): boolean {
  return isWord(part) && wordOf(part).length >= MIN_BEGINNING_LENGTH && !vocabulary.has(wordOf(part));
}

/** By one statement, and two more where a word is in no video: forms of it may be. */
async function lookUp(db: Db, words: readonly string[], others: readonly string[]): Promise<Vocabulary> {
  const known = new Map<string, Known>();
  for (const { asked, word, videos, isForm } of await selectWidening(db, [...words, ...others])) {
    const one = known.get(asked) ?? { videos: 0, forms: [] };
    if (isForm) one.forms.push(word);
    else one.videos = videos;
    known.set(asked, one);
  }
  const unknown = words.filter((word) => !known.has(word));
  for (const [word, forms] of await formsOfUnknown(db, unknown)) known.set(word, { videos: 0, forms });
  return known;
}

async function formsOfUnknown(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  const asked = words.flatMap((word) => {
    const language = stemLanguageOf({ word, language: null });
    return language === null ? [] : [{ word, language }];
  });
  const stems = asked.length === 0 ? [] : await stemsOf(db, asked);
  const stemmed = asked.flatMap((one, n) => {
    const stem = stems[n] ?? null;
    return stem === null ? [] : [{ ...one, stem }];
  });
  if (stemmed.length === 0) return new Map();
  const forms = Map.groupBy(await selectForms(db, stemmed), ({ stem }) => stem);
  return new Map(
    stemmed.flatMap(({ word, stem }) => {
      const found = forms.get(stem)?.map((form) => form.word) ?? [];
      return found.length === 0 ? [] : [[word, found] as const];
    }),
  );
}

/** What else a word may be found as. */
function othersOf(
  word: string,
  vocabulary: Vocabulary,
  splits: ReadonlyMap<string, [string, string][]>,
): string[][] {
  const { videos, forms } = vocabulary.get(word) ?? { videos: 0, forms: [] };
  const halves = videos < RARE ? likeliestOf(splits.get(word) ?? [], vocabulary) : [];
  return [...halves, ...forms.map((form) => [form])].slice(0, MOST_ALTERNATIVES);
}

/** The ways to take a word apart. */
function splitsOf(word: string): [string, string][] {
  const letters = [...word];
  const ends = letters.map((_, n) => n).slice(SHORTEST_HALF, letters.length - SHORTEST_HALF + 1);
  return ends.map((n) => [letters.slice(0, n).join(''), letters.slice(n).join('')]);
}

/** Halves that are both known, by how common the rarer is. */
function likeliestOf(splits: readonly [string, string][], vocabulary: Vocabulary): [string, string][] {
  const commonness = (halves: [string, string]) =>
    Math.min(...halves.map((half) => vocabulary.get(half)?.videos ?? 0));
  return splits
    .filter((halves) => commonness(halves) > 0)
    .toSorted((a, b) => commonness(b) - commonness(a))
    .slice(0, MOST_HALVES);
}

function joinedOf(first: Part | undefined, second: Part): string | undefined {
  return first && isWord(first) && isWord(second) ? wordOf(first) + wordOf(second) : undefined;
}

/** Two neighbouring words that the catalogue also has as one become one slot. */
function joinSlots(parts: readonly Part[], slots: readonly Slot[], vocabulary: Vocabulary): Slot[] {
  const made: Slot[] = [];
  for (let n = 0; n < slots.length; n += 1) {
    const slot = slots[n]!;
    const next = slots[n + 1];
    const joined = parts[n + 1] && joinedOf(parts[n], parts[n + 1]!);
    if (!next || !joined || !vocabulary.get(joined)?.videos) {
      made.push(slot);
      continue;
    }
    made.push(togetherOr(joined, slot, next));
    n += 1;
  }
  return made;
}

function togetherOr(joined: string, first: Slot, second: Slot): Slot {
  const both = (a: readonly Alternative[], b: readonly Alternative[]) =>
    a.flatMap((one) => b.map((other) => [...one, ...other])).slice(0, MOST_ALTERNATIVES);
  const [typed = [], ...others] = both(first.strict, second.strict);
  const strict = [typed, [{ words: [joined] }], ...others];
  const { loose } = second;
  return {
    strict,
    ...(loose ? { loose: [...both(first.strict, loose), [{ words: [joined], isBeginning: true }]] } : {}),
  };
}
