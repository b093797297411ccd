import { MAX_QUERY_WORDS, type ParsedQuery, type Part, parseQuery } from './parse.ts';
import { type Phrase, type Reading, readingsOf, UNSPACED } from './tokens.ts';

/** Words that are neighbours; of a beginning the last may go on. */
export interface Term {
  words: Phrase;
  isBeginning?: boolean;
}

/** Terms that are all required. */
export type Alternative = readonly Term[];

/** A place of a search: any of its alternatives will do. */
export interface Slot {
  /** The word as it was typed. */
  typed: readonly Alternative[];
  /** Others that say the same. */
  meant?: readonly Alternative[];
  /** What may have been meant beside these. */
  loose?: readonly Alternative[] | undefined;
}

/** Phrases of which none may be there. */
export type ExcludedPart = readonly Phrase[];

/** One of the parts that are looked up. */
export interface LookupPart {
  query: string;
  /**
   * What says how common it is: it has any of these, and of each all words, as in the table `common_words`: `*` before
   * a beginning.
   */
  keys: string[][];
}

/** What is required and excluded, and what of it is looked up. */
export interface Lookup {
  /** A tsquery of all of it, */
  query: string;
  /** and of what is required alone. */
  required: string;
  parts: LookupPart[];
  /** Tsqueries of which none may hold. */
  excluded: string[];
  /** A tsquery that must not hold, of words that are among the parts. */
  unless?: string;
  /** False where what these find must be filtered by the query: no index knows neighbours. */
  isWhole: boolean;
  /** Whether something of what is required is several neighbours. */
  hasPhrases: boolean;
  /** What it was made of. */
  slots: readonly (readonly Alternative[])[];
  without: readonly ExcludedPart[];
}

/** Each finds all that those before it find. */
export interface SearchQuery {
  /** The words as they were typed. */
  typed: Lookup;
  /** And others that say the same; the same lookup if there are none. */
  strict: Lookup;
  /** And words that begin so. */
  loose?: Lookup;
  /** Replaces `loose` where the last word is very short. */
  sifted?: SiftedQuery;
}

/** For a prefix that matches too many words to look up: the other words are looked up and their videos filtered. */
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

/** Shorter prefixes match a large part of all words: too many to look up. */
export const MIN_BEGINNING_LENGTH = 3;
/** More add to what is read, and say little. */
const MOST_EXCLUDED = 4;

/** The query for a typed text as it stands; undefined if it asks for no word at all. */
export function searchQuery(text: string, limits: Limits = {}): SearchQuery | undefined {
  const parsed = parseQuery(text);
  if (parsed.required.length === 0) return undefined;
  const slots = plainSlots(parsed.required);
  return queryOf(parsed, { slots, excluded: parsed.excluded.map(plainExcluded) }, limits);
}

/** As it is typed. */
export function plainExcluded({ words, former }: Reading): Phrase[] {
  return former ? [words, former] : [words];
}

/** Each word as it is typed; the last may go on. */
export function plainSlots(required: readonly Part[]): Slot[] {
  return required.map((part, n) => {
    const typed = spelledOf(part);
    return { typed, ...(n === required.length - 1 ? { loose: beginningsOf(part) } : {}) };
  });
}

/** Documents of former rules have it in another spelling: either will do. */
export function spelledOf({ words, former }: Reading): Alternative[] {
  return [words, ...(former ? [former] : [])].map((phrase) => [termOf(phrase)]);
}

/** A single character of a script without spaces begins a pair, unless it ends a run: documents have both. */
function termOf(words: Phrase): Term {
  const [word = ''] = words;
  const isSingle = words.length === 1 && UNSPACED.test(word) && [...word].length === 1;
  return isSingle ? { words, isBeginning: true } : { words };
}

/** What is typed may go on, but for quotes and what is in a script without spaces, where it is found within words. */
export function beginningsOf({ words, former, isQuoted }: Part): Alternative[] | undefined {
  if (isQuoted || UNSPACED.test(words.join(''))) return undefined;
  // Former neighbours would be looked up with a beginning among them, all of whose entries are gathered.
  const phrases = [words, ...(former?.length === 1 ? [former] : [])];
  return phrases.map((phrase) => [{ words: phrase, isBeginning: true }]);
}

/**
 * A query for any of each slot's alternatives. Videos with a tag have all of its words; not all that have these have the
 * tag.
 */
export function queryOf(
  { required }: Pick<ParsedQuery, 'required'>,
  { slots, excluded }: { slots: readonly Slot[]; excluded: readonly ExcludedPart[] },
  limits: Limits,
): SearchQuery {
  const limit = limitsOf(limits);
  const lookUp = (all: readonly (readonly Alternative[])[]) => lookupOf([...all, ...limit], excluded);
  const typed = lookUp(slots.map((slot) => slot.typed));
  const strict = slots.some(({ meant = [] }) => meant.length > 0) ? lookUp(slots.map(strictOf)) : typed;
  // Where a slot may go on, and nothing that is known does, there is nothing looser.
  if (slots.every(({ loose = [] }) => loose.length === 0)) return { typed, strict };
  const either = slots.map(eitherOf);
  const last = required.at(-1);
  if (!last || !isShort(last)) return { typed, strict, loose: lookUp(either) };
  const others = slots.slice(0, -1).map(strictOf);
  const words = lookUp([...others, either.at(-1) ?? []]);
  const among = [...others, ...limit];
  return { typed, strict, sifted: { words, ...(among.length > 0 ? { among: lookupOf(among, []) } : {}) } };
}

/** What the first finds and the other, which is narrower, does not. */
export function beside(lookup: Lookup, other: Lookup): Lookup {
  const more = onlyMore(lookup, other);
  return {
    ...more,
    query: `${more.query} & !(${other.required})`,
    ...(other.hasPhrases ? {} : { unless: other.required }),
    isWhole: more.isWhole && !other.hasPhrases,
  };
}

/** Where a single slot has more alternatives, these alone lead to more, and are often much rarer. */
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

/** A word's beginning finds the word. */
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
  // What is asked for twice is looked up once.
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

/** Words without their order: a phrase alone is as many parts as it has words. */
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

/** Of a long tag a document has fewer words. */
export function tagReadings(tag: string): Reading[] {
  return readingsOf(tag).slice(0, MAX_QUERY_WORDS);
}

/** No word of a text begins with `=`. */
export function categoryWord(category: string): string {
  return `=${category.toLowerCase()}`;
}

/** A word as text of a tsquery or tsvector. */
export function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
