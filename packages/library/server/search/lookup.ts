import { MAX_QUERY_WORDS, type ParsedQuery, type Part, parseQuery } from './parse.ts';
import { type Phrase, type Reading, readingsOf, UNSPACED } from './tokens.ts';

/** Adjacent words; with `isBeginning`, the last is a prefix. */
export interface Term {
  words: Phrase;
  isBeginning?: boolean;
}

/** All terms are required. */
export type Alternative = readonly Term[];

/** A word of a search: any alternative will do. */
export interface Slot {
  /** As typed. */
  typed: readonly Alternative[];
  /** Synonyms, forms and other spellings. */
  meant?: readonly Alternative[];
  /** Words with this prefix. */
  loose?: readonly Alternative[] | undefined;
}

/** None of these phrases may match. */
export type ExcludedPart = readonly Phrase[];

export interface LookupPart {
  query: string;
  /** As in `common_words`, with `*` before a prefix: a match has all words of any of these. */
  keys: string[][];
}

export interface Lookup {
  /** A tsquery of everything. */
  query: string;
  /** A tsquery of the required words alone. */
  required: string;
  parts: LookupPart[];
  /** Tsqueries that must not match. */
  excluded: string[];
  /** A tsquery that must not match, of words among the parts. */
  unless?: string;
  /** False if matches must be filtered by the query: no index knows phrases. */
  isWhole: boolean;
  /** Whether a required term is a phrase. */
  hasPhrases: boolean;
  slots: readonly (readonly Alternative[])[];
  without: readonly ExcludedPart[];
}

/** Each lookup also finds what those before it find. */
export interface SearchQuery {
  /** Words as typed. */
  typed: Lookup;
  /** Also their `meant` alternatives; the same lookup if there are none. */
  strict: Lookup;
  /** Also words with such prefixes. */
  loose?: Lookup;
  /** Replaces `loose` if the last word is very short. */
  sifted?: SiftedQuery;
}

/** A prefix that matches too many words to look up: looks up the other words and filters their videos. */
export interface SiftedQuery {
  /** With the last word as a prefix. */
  words: Lookup;
  /** The other words. Without them, the most viewed videos are filtered. */
  among?: Lookup;
}

export interface Limits {
  category?: string | undefined;
  tag?: string | undefined;
}

/** Shorter prefixes match too many words to look up. */
export const MIN_BEGINNING_LENGTH = 3;
/** More cost reads and change little. */
const MOST_EXCLUDED = 4;

/** For words exactly as typed; undefined without any required word. */
export function searchQuery(text: string, limits: Limits = {}): SearchQuery | undefined {
  const parsed = parseQuery(text);
  if (parsed.required.length === 0) return undefined;
  const slots = plainSlots(parsed.required);
  return queryOf(parsed, { slots, excluded: parsed.excluded.map(plainExcluded) }, limits);
}

export function plainExcluded({ words, former }: Reading): Phrase[] {
  return former ? [words, former] : [words];
}

/** Words as typed; the last may be a prefix. */
export function plainSlots(required: readonly Part[]): Slot[] {
  return required.map((part, n) => {
    const typed = spelledOf(part);
    return { typed, ...(n === required.length - 1 ? { loose: beginningsOf(part) } : {}) };
  });
}

/** Also as in documents of former rules. */
export function spelledOf({ words, former }: Reading): Alternative[] {
  return [words, ...(former ? [former] : [])].map((phrase) => [termOf(phrase)]);
}

/** In unspaced scripts, a single character begins a bigram, or ends a run: documents have both. */
function termOf(words: Phrase): Term {
  const [word = ''] = words;
  const isSingle = words.length === 1 && UNSPACED.test(word) && [...word].length === 1;
  return isSingle ? { words, isBeginning: true } : { words };
}

/** Prefixes, except of quotes and unspaced scripts, which are found within words anyway. */
export function beginningsOf({ words, former, isQuoted }: Part): Alternative[] | undefined {
  if (isQuoted || UNSPACED.test(words.join(''))) return undefined;
  // In a phrase, all entries of a prefix would be gathered.
  const phrases = [words, ...(former?.length === 1 ? [former] : [])];
  return phrases.map((phrase) => [{ words: phrase, isBeginning: true }]);
}

/** Any of each slot's alternatives. A tag is limited by its words: not all matches have the tag itself. */
export function queryOf(
  { required }: Pick<ParsedQuery, 'required'>,
  { slots, excluded }: { slots: readonly Slot[]; excluded: readonly ExcludedPart[] },
  limits: Limits,
): SearchQuery {
  const limit = limitsOf(limits);
  const lookUp = (all: readonly (readonly Alternative[])[]) => lookupOf([...all, ...limit], excluded);
  const typed = lookUp(slots.map((slot) => slot.typed));
  const strict = slots.some(({ meant = [] }) => meant.length > 0) ? lookUp(slots.map(strictOf)) : typed;
  // Without prefixes there is nothing looser.
  if (slots.every(({ loose = [] }) => loose.length === 0)) return { typed, strict };
  const either = slots.map(eitherOf);
  const last = required.at(-1);
  if (!last || !isShort(last)) return { typed, strict, loose: lookUp(either) };
  const others = slots.slice(0, -1).map(strictOf);
  const words = lookUp([...others, either.at(-1) ?? []]);
  const among = [...others, ...limit];
  return { typed, strict, sifted: { words, ...(among.length > 0 ? { among: lookupOf(among, []) } : {}) } };
}

/** What the first lookup finds and the other, narrower one does not. */
export function beside(lookup: Lookup, other: Lookup): Lookup {
  const more = onlyMore(lookup, other);
  return {
    ...more,
    query: `${more.query} & !(${other.required})`,
    ...(other.hasPhrases ? {} : { unless: other.required }),
    isWhole: more.isWhole && !other.hasPhrases,
  };
}

/** If a single slot has more alternatives, only these add matches, and they are often much rarer. */
function onlyMore({ slots, without, ...lookup }: Lookup, other: Lookup): Lookup {
  const more = slots.map((slot, n) => {
    const known = new Set(other.slots[n]?.map(alternativeQuery));
    return slot.filter((alternative) => !known.has(alternativeQuery(alternative)));
  });
  const at = more.findIndex(({ length }) => length > 0);
  const isSingle =
    at === more.findLastIndex(({ length }) => length > 0) && slots.length === other.slots.length;
  return at >= 0 && isSingle
    ? lookupOf(slots.with(at, more[at] ?? []), without)
    : { ...lookup, slots, without };
}

function strictOf({ typed, meant = [] }: Slot): Alternative[] {
  return [...typed, ...meant];
}

/** A prefix includes its words. */
function eitherOf({ loose = [], ...slot }: Slot): Alternative[] {
  const begun = loose.flatMap(([term]) => (term?.isBeginning ? [term.words.join('')] : []));
  const isBegun = ([term, ...others]: Alternative) =>
    term?.words.length === 1 && others.length === 0 && begun.some((word) => term.words[0]?.startsWith(word));
  return [...loose, ...strictOf(slot).filter((alternative) => !isBegun(alternative))];
}

function isShort({ words, isQuoted }: Part): boolean {
  const word = words.join('');
  return !isQuoted && word.length < MIN_BEGINNING_LENGTH && !UNSPACED.test(word);
}

function limitsOf({ category, tag = '' }: Limits): Alternative[][] {
  const ofCategory = category === undefined ? [] : [[[{ words: [categoryWord(category)] }]]];
  return [...ofCategory, ...tagReadings(tag).map((reading) => spelledOf(reading))];
}

function lookupOf(slots: readonly (readonly Alternative[])[], without: readonly ExcludedPart[]): Lookup {
  // Duplicates are looked up once.
  const required = [...new Set(slots.map(slotQuery))].join(' & ');
  const parts = new Map(slots.flatMap(partsOf).map((part) => [part.query, part]));
  const hasPhrases = slots.flat(2).some(({ words }) => words.length > 1);
  const not = [...new Map(without.map((phrases) => [anyOf(phrases), phrases]))];
  const single = not.filter(([, phrases]) => phrases.every((words) => words.length === 1));
  return {
    query: [required, ...not.map(([query]) => `!${query}`)].join(' & '),
    required,
    parts: [...parts.values()],
    excluded: single.slice(0, MOST_EXCLUDED).map(([query]) => query),
    isWhole: !hasPhrases && single.length === not.length && single.length <= MOST_EXCLUDED,
    hasPhrases,
    slots,
    without,
  };
}

/** Words without their order: a lone phrase gives one part per word. */
function partsOf(slot: readonly Alternative[]): LookupPart[] {
  const all = slot.map((alternative) => alternative.flatMap(singleTerms));
  if (all.length === 1) return all.flat().map((term) => ({ query: termQuery(term), keys: [[keyOf(term)]] }));
  const queries = all.map((terms) => terms.map(termQuery).join(' & '));
  return [{ query: `(${queries.join(' | ')})`, keys: all.map((terms) => terms.map(keyOf)) }];
}

function singleTerms({ words, ...more }: Term): Term[] {
  return words.map((word, n) => ({ words: [word], ...(n === words.length - 1 ? more : {}) }));
}

function keyOf({ words, isBeginning }: Term): string {
  return `${isBeginning ? '*' : ''}${words[0]}`;
}

function slotQuery(slot: readonly Alternative[]): string {
  const queries = [...new Set(slot.map(alternativeQuery))];
  return queries.length > 1 ? `(${queries.join(' | ')})` : queries.join('');
}

function alternativeQuery(alternative: Alternative): string {
  return alternative.map(termQuery).join(' & ');
}

function anyOf(phrases: readonly Phrase[]): string {
  const queries = phrases.map((words) => termQuery(termOf(words)));
  return queries.length > 1 ? `(${queries.join(' | ')})` : queries.join('');
}

function termQuery({ words, isBeginning }: Term): string {
  return `(${words.map(quoted).join(' <-> ')}${isBeginning ? ':*' : ''})`;
}

/** Documents have only so many words of a long tag. */
export function tagReadings(tag: string): Reading[] {
  return readingsOf(tag).slice(0, MAX_QUERY_WORDS);
}

/** No word of a text begins with `=`. */
export function categoryWord(category: string): string {
  return `=${category.toLowerCase()}`;
}

/** For a tsquery or tsvector. */
export function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
