import { MAX_QUERY_WORDS, type ParsedQuery, type Part, parseQuery } from './parse.ts';
import { type Phrase, type Reading, readingsOf, UNSPACED } from './tokens.ts';

/** One of the parts of a search, as a tsquery. */
export interface LookupPart {
  query: string;
  /**
   * What says how common it is: it has any of these, and of each all words, as in the table `common_words`: `*` before
   * a beginning.
   */
  keys: string[][];
}

/** All parts are required. */
export interface Lookup {
  /** A tsquery of all of it, */
  query: string;
  /** and of what is required alone. */
  required: string;
  parts: LookupPart[];
  /** Tsqueries of which none may hold. */
  excluded: string[];
}

export interface SearchQuery {
  /** Requires every word. */
  exact: Lookup;
  /** The same with the last word as a prefix, used when the first finds nothing. */
  prefix?: Lookup;
  /** Replaces `prefix` where the last word is very short. */
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

/**
 * The query for a typed text; undefined if it asks for no word at all. Videos with a tag have all of its words; not all
 * that have these have the tag.
 */
export function searchQuery(text: string, limits: Limits = {}): SearchQuery | undefined {
  return queryOf(parseQuery(text), limits);
}

function queryOf({ required, excluded }: ParsedQuery, limits: Limits): SearchQuery | undefined {
  const last = required.at(-1);
  if (last === undefined) return undefined;
  const parts = required.map((part) => lookupPart(part, ''));
  const limit = limitsOf(limits);
  const without = excluded.map((part) => lookupPart(part, '').query);
  const exact = lookupOf([...parts, ...limit], without);
  if (last.isQuoted) return { exact };
  const beginning = lookupPart(last, ':*');
  const prefix = lookupOf([...parts.slice(0, -1), beginning, ...limit], without);
  if (!isShort(last)) return { exact, prefix };
  const others = [...parts.slice(0, -1), ...limit];
  return { exact, sifted: { words: prefix, ...(others.length > 0 ? { among: lookupOf(others, []) } : {}) } };
}

function isShort({ words }: Part): boolean {
  const word = words.join('');
  return word.length < MIN_BEGINNING_LENGTH && !UNSPACED.test(word);
}

function limitsOf({ category, tag = '' }: Limits): LookupPart[] {
  const word = category === undefined ? [] : [categoryWord(category)];
  const ofCategory = word.map((key) => ({ query: quoted(key), keys: [[key]] }));
  return [...ofCategory, ...tagReadings(tag).map((reading) => lookupPart(reading, ''))];
}

/** Documents of former rules have it in another spelling: either will do. */
function lookupPart({ words, former }: Reading, ending: '' | ':*'): LookupPart {
  const mark = ending ? '*' : '';
  const phrases = former ? [words, former] : [words];
  const one = (phrase: Phrase) => `(${phrase.map((word) => `${quoted(word)}${ending}`).join(' <-> ')})`;
  const query = phrases.map(one).join(' | ');
  return {
    query: former ? `(${query})` : query,
    keys: phrases.map((phrase) => phrase.map((word) => mark + word)),
  };
}

/** A word that is asked for twice is looked up once. */
function lookupOf(all: readonly LookupPart[], without: readonly string[]): Lookup {
  const parts = [...new Map(all.map((one) => [one.query, one])).values()];
  const excluded = [...new Set(without)];
  const required = parts.map(({ query }) => query).join(' & ');
  return { query: [required, ...excluded.map((one) => `!${one}`)].join(' & '), required, parts, excluded };
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
