import { MOST_SYNONYM_WORDS } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
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

/** What a word may become beside its synonyms; each adds to what is read. */
const MOST_ALTERNATIVES = 12;
/** All others of a group, or of several small ones. */
const MOST_SYNONYMS = 20;
/** What an excluded word stands for beside itself: the most common of it. */
const MOST_ALSO_EXCLUDED = 3;
/** Spellings of all words, each sought with its forms. */
const MOST_SPELLINGS = 32;
/** Words with fewer videos are also sought as two words. */
const RARE = 24;
/** Of longer queries no word is taken apart: that looks up many words for each. */
const MOST_SPLIT = 6;
/** A word of so many videos is meant. */
const KNOWN_WELL = 20;
/** Each doubtful word is compared with hundreds. */
const MOST_DOUBTFUL = 3;
const SHORTEST_HALF = 3;
/** Places at which a word may have been two that are tried. */
const MOST_HALVES = 2;

/** What the vocabulary knows of a word: how many videos have it, and its forms, the most common first. */
interface Known {
  videos: number;
  forms: string[];
  /** Null if unknown. */
  language: string | null;
}

/** Where the meaning of words is known from. */
export interface Meanings {
  /** Those of the domain that is asked; without it, none. */
  synonymsOf?: SynonymsOf | undefined;
}

export interface Widened {
  slots: Slot[];
  /** None of them: what is excluded, in its forms and other spellings too. */
  excluded: ExcludedPart[];
  /**
   * What may be mistyped, what fewest videos have first: not what is known well, in another form, in another spelling or
   * by a synonym.
   */
  doubtful: Part[];
}

type KnownWords = ReadonlyMap<string, Known>;

interface Vocabulary extends KnownWords {
  /** The words that a word begins, where all are known and they are few; it itself is none of them. */
  begunBy(word: string): readonly string[] | undefined;
}

/**
 * What each word of a query may be found as: itself, its synonyms, other spellings and forms, two words written as one and
 * one as two. But for the synonyms only words that the catalogue has are added. What is quoted stays as it is. What a word
 * would find by its forms and spellings, its minus leaves out.
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
    // Many a mistyped word falls into two that some videos have.
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
      // Of two forms one may be asked for and the other excluded.
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

/** Of what is shorter, or has numbers, the vocabulary does not have all. */
function hasFewBeginnings(word: string): boolean {
  return word.length >= MIN_BEGINNING_LENGTH && !/\p{N}/u.test(word);
}

/** Words that it begins, if they are few: they are looked up much faster than a beginning is. None, if there are none. */
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

/** What means the same as these neighbouring words together. */
function meaning(parts: readonly Part[], synonymsOf: SynonymsOf): Phrase[] {
  if (parts.some(({ isQuoted }) => isQuoted)) return [];
  return phrasesFor(parts.map(({ typed }) => typed).join(' '), synonymsOf);
}

function phrasesFor(text: string, synonymsOf: SynonymsOf): Phrase[] {
  const phrases = synonymsOf(text).map((synonym) => phrasesOf(synonym).flat());
  return phrases.filter((words) => words.length > 0).slice(0, MOST_SYNONYMS);
}

/** What means the same as a word, or as another form of it. */
function synonymsOfPart(part: Part, vocabulary: Vocabulary, synonymsOf: SynonymsOf): Phrase[] {
  const own = meaning([part], synonymsOf);
  if (!isWord(part)) return own;
  const ofForms = othersOf(wordOf(part), vocabulary).flatMap(([form = '']) => phrasesFor(form, synonymsOf));
  const phrases = new Map([...own, ...ofForms].map((words) => [words.join(' '), words]));
  phrases.delete(wordOf(part));
  return [...phrases.values()].slice(0, MOST_SYNONYMS);
}

/** What the vocabulary knows of those that are one word: most searches have none, and ask nothing. */
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

/** A word that nothing has may be a beginning wherever it stands; short ones begin too many. */
function isUnknown(part: Part, vocabulary: Vocabulary): boolean {
  return isWord(part) && wordOf(part).length >= MIN_BEGINNING_LENGTH && !vocabulary.has(wordOf(part));
}

/** By one statement, and two more where a word is in no video: forms of it may be. */
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

/** A word as two, if it is rare. */
function halvesOf(
  word: string,
  vocabulary: Vocabulary,
  splits: ReadonlyMap<string, [string, string][]>,
): string[][] {
  const { videos = 0 } = vocabulary.get(word) ?? {};
  return videos < RARE ? likeliestOf(splits.get(word) ?? [], vocabulary) : [];
}

/** What else a word may be found as: in other spellings and forms. */
function othersOf(word: string, vocabulary: KnownWords): string[][] {
  const { forms } = vocabulary.get(word) ?? { forms: [] };
  const spelled = spelledOtherwise(word, vocabulary).flatMap((one) => {
    const other = vocabulary.get(one);
    return [...(other?.videos ? [one] : []), ...(other?.forms ?? [])];
  });
  return [...new Set([...spelled, ...forms])].map((form) => [form]);
}

/** Words of the same language that are this word in another spelling. */
function spelledOtherwise(word: string, vocabulary: KnownWords): string[] {
  const itsLanguage = vocabulary.get(word)?.language ?? null;
  return spellingsOf(word, itsLanguage).filter((one) => {
    const other = vocabulary.get(one);
    const language = other?.language ?? null;
    const isSameLanguage = itsLanguage === null || language === null || language === itsLanguage;
    return other !== undefined && isSameLanguage && spellingsOf(word, itsLanguage ?? language).includes(one);
  });
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

interface Joins {
  vocabulary: Vocabulary;
  synonymsOf: SynonymsOf;
}

/** Neighbouring words that have synonyms together, or that the catalogue also has as one, become one slot. */
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

/** The longest run at the beginning of these parts that is also found as something else. */
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
