import { MOST_SYNONYM_WORDS } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import {
  type Alternative,
  beginningsOf,
  type ExcludedPart,
  MIN_BEGINNING_LENGTH,
  plainExcluded,
  type Slot,
  spelledOf,
  type Term,
} from './lookup.ts';
import type { ParsedQuery, Part } from './parse.ts';
import type { SynonymsOf } from './synonyms.ts';
import { type Phrase, phrasesOf, UNSPACED } from './tokens.ts';
import { spellingsOf } from './words/spellings.ts';
import { stemLanguageOf, stemsOf } from './words/stems.ts';
import {
  MOST_BEGUN_WORDS,
  selectForms,
  selectWidening,
  type WideningAsked,
} from './words/vocabulary-queries.ts';

/** Per word, without its synonyms; each costs reads. */
const MOST_ALTERNATIVES = 12;
/** Enough for the largest group. */
const MOST_SYNONYMS = 20;
/** The most common other forms of an excluded word. */
const MOST_ALSO_EXCLUDED = 3;
/** Over all words; each is looked up with its forms. */
const MOST_SPELLINGS = 32;
/** Words with fewer videos are also split in two. */
const RARE = 24;
/** Words of longer queries are not split: that would look up many for each. */
const MOST_SPLIT = 6;
/** A word with this many videos is no typing error. */
const KNOWN_WELL = 20;
/** Each doubtful word is compared with hundreds. */
const MOST_DOUBTFUL = 3;
const SHORTEST_HALF = 3;
/** How many ways of splitting a word are tried. */
const MOST_HALVES = 2;

/** A word of the vocabulary; forms are the most common first. */
interface Known {
  videos: number;
  forms: string[];
  /** Null if unknown. */
  language: string | null;
}

export interface Meanings {
  /** The requested domain's. */
  synonymsOf?: SynonymsOf | undefined;
}

export interface Widened {
  slots: Slot[];
  /** Also in other forms and spellings. */
  excluded: ExcludedPart[];
  /** Possible typing errors, rarest first: words unknown in any form, spelling or synonym. */
  doubtful: Part[];
}

type KnownWords = ReadonlyMap<string, Known>;

interface Vocabulary extends KnownWords {
  /** Words with this prefix, except itself; undefined if many, or not all are known. */
  begunBy(word: string): readonly string[] | undefined;
}

/**
 * Expands each word by its synonyms, spellings and forms, and by writing words together or apart; only synonyms may be
 * unknown to the catalogue. Quoted words stay as they are. A minus also excludes forms and spellings.
 */
export async function widen(
  db: Db,
  { required, excluded }: ParsedQuery,
  { synonymsOf = () => [] }: Meanings = {},
): Promise<Widened> {
  const words = [...new Set(required.filter(isWord).map(wordOf))];
  const splits = new Map(required.length > MOST_SPLIT ? [] : words.map((word) => [word, splitsOf(word)]));
  const without = excluded.filter(isWord).map(wordOf);
  const spellings = [...words, ...without]
    .flatMap((word) => spellingsOf(word, null))
    .slice(0, MOST_SPELLINGS);
  const joined = required.slice(1).flatMap((part, n) => joinedOf(required[n], part) ?? []);
  const vocabulary = await lookUp(db, {
    words: [...words, ...without],
    spellings,
    plain: [...joined, ...[...splits.values()].flat(2)],
    begun: words.filter(hasFewBeginnings),
  });
  const meant = required.map((part) => synonymsOfPart(part, vocabulary, synonymsOf));
  const formsOfMeant = await lookUpSynonyms(db, meant.flat());
  const widened = required.map((part, n) => {
    const synonyms = meant[n] ?? [];
    const word = isWord(part) ? wordOf(part) : undefined;
    const halves = word === undefined ? [] : halvesOf(word, vocabulary, splits);
    const others = word === undefined ? [] : othersOf(word, vocabulary);
    const theirs = synonyms.filter(isSingleWord).flatMap(([one = '']) => othersOf(one, formsOfMeant));
    const more = [...halves, ...others, ...theirs].slice(0, MOST_ALTERNATIVES);
    const added = [...synonyms, ...more].map((words) => [{ words }]);
    const mayGoOn = n === required.length - 1 || isUnknown(part, vocabulary);
    const slot = {
      typed: spelledOf(part),
      meant: added,
      ...(mayGoOn ? { loose: looseOf(part, vocabulary, added) } : {}),
    };
    const videos = word === undefined ? 0 : (vocabulary.get(word)?.videos ?? 0);
    // Many mistyped words split into two known ones.
    const isKnownOtherwise = synonyms.length + others.length > 0 && videos === 0;
    return { part, slot, videos, isDoubtful: !part.isQuoted && !isKnownOtherwise && videos < KNOWN_WELL };
  });
  return {
    slots: joinSlots(
      required,
      widened.map(({ slot }) => slot),
      { vocabulary, synonymsOf },
    ),
    excluded: excluded.map((part) => {
      const others = isWord(part) ? othersOf(wordOf(part), vocabulary) : [];
      // One form may be required and another excluded.
      const also = others.filter(([word = '']) => !words.includes(word)).slice(0, MOST_ALSO_EXCLUDED);
      return [...plainExcluded(part), ...also];
    }),
    doubtful: widened
      .filter(({ isDoubtful }) => isDoubtful)
      .toSorted((a, b) => a.videos - b.videos)
      .slice(0, MOST_DOUBTFUL)
      .map(({ part }) => part),
  };
}

/** The vocabulary lacks shorter words and some with digits. */
function hasFewBeginnings(word: string): boolean {
  return word.length >= MIN_BEGINNING_LENGTH && !/\p{N}/u.test(word);
}

/** A few words are looked up much faster than their prefix. */
function looseOf(
  part: Part,
  vocabulary: Vocabulary,
  added: readonly (readonly Term[])[],
): Alternative[] | undefined {
  const begun = isWord(part) && part.former?.length !== 1 ? vocabulary.begunBy(wordOf(part)) : undefined;
  if (begun === undefined) return beginningsOf(part);
  const known = new Set(added.map(([term]) => term?.words.join(' ')));
  return begun.filter((word) => !known.has(word)).map((word) => [{ words: [word] }]);
}

/** Synonyms of adjacent words together. */
function meaning(parts: readonly Part[], synonymsOf: SynonymsOf): Phrase[] {
  if (parts.some(({ isQuoted }) => isQuoted)) return [];
  return phrasesFor(parts.map(({ typed }) => typed).join(' '), synonymsOf);
}

function phrasesFor(text: string, synonymsOf: SynonymsOf): Phrase[] {
  const phrases = synonymsOf(text).map((synonym) => phrasesOf(synonym).flat());
  return phrases.filter((words) => words.length > 0).slice(0, MOST_SYNONYMS);
}

/** Synonyms of a word and of its forms. */
function synonymsOfPart(part: Part, vocabulary: Vocabulary, synonymsOf: SynonymsOf): Phrase[] {
  const own = meaning([part], synonymsOf);
  if (!isWord(part)) return own;
  const ofForms = othersOf(wordOf(part), vocabulary).flatMap(([form = '']) => phrasesFor(form, synonymsOf));
  const phrases = new Map([...own, ...ofForms].map((words) => [words.join(' '), words]));
  phrases.delete(wordOf(part));
  return [...phrases.values()].slice(0, MOST_SYNONYMS);
}

/** Most searches have no synonyms, and query nothing. */
async function lookUpSynonyms(db: Db, synonyms: readonly Phrase[]): Promise<KnownWords> {
  const words = [...new Set(synonyms.filter(isSingleWord).flat())];
  return words.length === 0 ? new Map() : lookUp(db, { words, spellings: [] });
}

function isWord({ words, isQuoted }: Part): boolean {
  return !isQuoted && isSingleWord(words);
}

function isSingleWord(words: Phrase): boolean {
  return words.length === 1 && !UNSPACED.test(words[0] ?? '');
}

function wordOf({ words }: Part): string {
  return words[0] ?? '';
}

/** An unknown word may be a prefix anywhere; short ones match too much. */
function isUnknown(part: Part, vocabulary: Vocabulary): boolean {
  return isWord(part) && wordOf(part).length >= MIN_BEGINNING_LENGTH && !vocabulary.has(wordOf(part));
}

/** One statement, and two more for forms of words that no video has. */
async function lookUp(
  db: Db,
  { words, spellings, ...others }: WideningAsked & { spellings: readonly string[] },
): Promise<Vocabulary> {
  const rows = await selectWidening(db, { ...others, words: [...words, ...spellings] });
  const known = new Map<string, Known>();
  const begunBy = new Map<string, string[]>();
  for (const { asked, word, videos, how, language } of rows) {
    if (how === 'begun') {
      const begins = begunBy.get(asked) ?? [];
      begunBy.set(asked, word === asked ? begins : [...begins, word]);
      continue;
    }
    const one = known.get(asked) ?? { videos: 0, forms: [], language };
    if (how === 'form') one.forms.push(word);
    else one.videos = videos;
    known.set(asked, one);
  }
  const sought = new Set(spellings);
  const unknown = words
    .filter((word) => !known.has(word))
    .flatMap((word) => [
      word,
      ...spellingsOf(word, null).filter((one) => sought.has(one) && !known.has(one)),
    ]);
  for (const [word, forms] of await formsOfUnknown(db, unknown))
    known.set(word, { videos: 0, forms, language: null });
  return Object.assign(known, {
    begunBy(word: string) {
      const begins = begunBy.get(word);
      return begins && begins.length <= MOST_BEGUN_WORDS ? begins : undefined;
    },
  });
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

/** A rare word as two. */
function halvesOf(
  word: string,
  vocabulary: Vocabulary,
  splits: ReadonlyMap<string, [string, string][]>,
): string[][] {
  const { videos = 0 } = vocabulary.get(word) ?? {};
  return videos < RARE ? likeliestOf(splits.get(word) ?? [], vocabulary) : [];
}

/** Other spellings and forms. */
function othersOf(word: string, vocabulary: KnownWords): string[][] {
  const { forms } = vocabulary.get(word) ?? { forms: [] };
  const spelled = spelledOtherwise(word, vocabulary).flatMap((one) => {
    const other = vocabulary.get(one);
    return [...(other?.videos ? [one] : []), ...(other?.forms ?? [])];
  });
  return [...new Set([...spelled, ...forms])].map((form) => [form]);
}

/** Other spellings in the same language. */
function spelledOtherwise(word: string, vocabulary: KnownWords): string[] {
  const itsLanguage = vocabulary.get(word)?.language ?? null;
  return spellingsOf(word, itsLanguage).filter((one) => {
    const other = vocabulary.get(one);
    const language = other?.language ?? null;
    const isSameLanguage = itsLanguage === null || language === null || language === itsLanguage;
    return other !== undefined && isSameLanguage && spellingsOf(word, itsLanguage ?? language).includes(one);
  });
}

function splitsOf(word: string): [string, string][] {
  const letters = [...word];
  const ends = letters.map((_, n) => n).slice(SHORTEST_HALF, letters.length - SHORTEST_HALF + 1);
  return ends.map((n) => [letters.slice(0, n).join(''), letters.slice(n).join('')]);
}

/** Known halves, by how common the rarer one is. */
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

interface Joins {
  vocabulary: Vocabulary;
  synonymsOf: SynonymsOf;
}

/** Adjacent words with a common synonym, or also written as one, become one slot. */
function joinSlots(parts: readonly Part[], slots: readonly Slot[], joins: Joins): Slot[] {
  const made: Slot[] = [];
  let n = 0;
  while (n < slots.length) {
    const joined = joinedAt(parts.slice(n, n + MOST_SYNONYM_WORDS), slots.slice(n), joins);
    made.push(joined?.slot ?? slots[n]!);
    n += joined?.length ?? 1;
  }
  return made;
}

/** The longest such run at the beginning of these parts. */
function joinedAt(
  parts: readonly Part[],
  slots: readonly Slot[],
  { vocabulary, synonymsOf }: Joins,
): { slot: Slot; length: number } | undefined {
  for (let length = parts.length; length > 1; length -= 1) {
    const synonyms = meaning(parts.slice(0, length), synonymsOf);
    const joined = length === 2 ? joinedOf(parts[0], parts[1]!) : undefined;
    const asOne = joined !== undefined && vocabulary.get(joined)?.videos ? joined : undefined;
    if (synonyms.length > 0 || asOne !== undefined)
      return { slot: togetherOr(slots.slice(0, length), synonyms, asOne), length };
  }
  return undefined;
}

function togetherOr(slots: readonly Slot[], synonyms: readonly Phrase[], asOne: string | undefined): Slot {
  const all = (lists: readonly (readonly Alternative[])[]) =>
    lists.reduce<Alternative[]>(
      (a, b) => a.flatMap((one) => b.map((other) => [...one, ...other])).slice(0, MOST_ALTERNATIVES),
      [[]],
    );
  const together = [...(asOne === undefined ? [] : [[asOne]]), ...synonyms].map((words) => [{ words }]);
  const strict = slots.map(({ typed, meant = [] }) => [...typed, ...meant]);
  const slot = {
    typed: all(slots.map(({ typed }) => typed)),
    meant: [...together, ...all(strict)],
  };
  const loose = slots.at(-1)?.loose;
  if (!loose) return slot;
  const begun = asOne === undefined ? [] : [[{ words: [asOne], isBeginning: true }]];
  return { ...slot, loose: [...all([...strict.slice(0, -1), loose]), ...begun] };
}
