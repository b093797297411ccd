import { type Phrase, phrasesOf, UNSPACED } from './tokens.ts';

export interface SearchableVideo {
  title: string;
  description: string;
  tags: readonly string[];
  category: string;
}

/** Words beyond these are not indexed: enough for any honest description. */
const MAX_DESCRIPTION_WORDS = 400;

/**
 * A video's tsvector text: title (weight A), tags and category (B), description (C), and one special word for the
 * category, so that the same index can limit a search to it.
 */
export function searchDocument(video: SearchableVideo): string {
  const words = new Map<string, string[]>();
  let position = 1;
  const add = (text: string, weight: string, limit: number) => {
    for (const word of phrasesOf(text).slice(0, limit).flat()) {
      const places = words.get(word) ?? [];
      // PostgreSQL keeps at most 256 positions per word.
      if (places.length < 200) words.set(word, [...places, `${Math.min(position, 16_000)}${weight}`]);
      position += 1;
    }
    // A gap, so that no phrase spans two fields.
    position += 2;
  };
  add(video.title, 'A', 100);
  for (const tag of video.tags) add(tag, 'B', 20);
  add(video.category, 'B', 20);
  add(video.description, 'C', MAX_DESCRIPTION_WORDS);
  const lexemes = [...words].map(([word, places]) => `${quoted(word)}:${places.join(',')}`);
  lexemes.push(quoted(categoryWord(video.category)));
  return lexemes.join(' ');
}

/** All of its parts are required. */
export interface Lookup {
  /** A tsquery of all parts. */
  query: string;
  /** Each as a tsquery, */
  parts: string[];
  /** and what says how common it is, as in the table `common_words`: one of its words, `*` before a beginning. */
  keys: string[];
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

const MAX_QUERY_WORDS = 16;
/** Shorter prefixes match a large part of all words: too many to look up. */
const MIN_BEGINNING_LENGTH = 3;

/**
 * The query for a typed text; undefined if it has no word at all. Videos with a tag have all of its words; not all that
 * have these have the tag.
 */
export function searchQuery(
  text: string,
  { category, tag }: { category?: string | undefined; tag?: string | undefined } = {},
): SearchQuery | undefined {
  const phrases = phrasesOf(text).slice(0, MAX_QUERY_WORDS);
  const last = phrases.at(-1);
  if (last === undefined) return undefined;
  const parts = phrases.map((phrase) => partOf(phrase, ''));
  const limit = limitsOf(category, tag);
  const others = [...parts.slice(0, -1), ...limit];
  const exact = lookupOf([...parts, ...limit]);
  const prefix = lookupOf([...parts.slice(0, -1), partOf(last, ':*'), ...limit]);
  const isShort = last.join('').length < MIN_BEGINNING_LENGTH && !UNSPACED.test(last.join(''));
  if (!isShort) return { exact, prefix };
  return { exact, sifted: { words: prefix, ...(others.length > 0 ? { among: lookupOf(others) } : {}) } };
}

interface Part {
  part: string;
  key: string;
}

function limitsOf(category: string | undefined, tag = ''): Part[] {
  const word = category === undefined ? [] : [categoryWord(category)];
  const ofCategory = word.map((key) => ({ part: quoted(key), key }));
  return [...ofCategory, ...tagPhrases(tag).map((phrase) => partOf(phrase, ''))];
}

function partOf(phrase: Phrase, ending: '' | ':*'): Part {
  const words = phrase.slice(0, MAX_QUERY_WORDS).map((word) => `${quoted(word)}${ending}`);
  return { part: `(${words.join(' <-> ')})`, key: `${ending ? '*' : ''}${phrase[0]}` };
}

/** A word that is asked for twice is looked up once. */
function lookupOf(all: readonly Part[]): Lookup {
  const parts = [...new Map(all.map((one) => [one.part, one])).values()];
  return {
    query: parts.map(({ part }) => part).join(' & '),
    parts: parts.map(({ part }) => part),
    keys: parts.map(({ key }) => key),
  };
}

export interface TitleQuery {
  /** A tsquery for each of the words anywhere in a document, for the index. */
  anywhere: string[];
  /** A tsquery for the words in the title, to filter what the index found. */
  inTitle: string;
}

/** Finds a title as it is typed: the last word may be a prefix. Undefined without any word. */
export function titleQuery(text: string): TitleQuery | undefined {
  const phrases = phrasesOf(text).slice(0, MAX_QUERY_WORDS);
  const last = phrases.at(-1)?.join('') ?? '';
  const isBeginning = last.length >= MIN_BEGINNING_LENGTH || UNSPACED.test(last);
  const query = (weight: string) =>
    phrases.map((phrase, place) => {
      const ending = isBeginning && place === phrases.length - 1 ? '*' : '';
      const suffix = weight + ending === '' ? '' : `:${ending}${weight}`;
      const words = phrase.slice(0, MAX_QUERY_WORDS).map((word) => `${quoted(word)}${suffix}`);
      return `(${words.join(' <-> ')})`;
    });
  return phrases.length === 0 ? undefined : { anywhere: query(''), inTitle: query('A').join(' & ') };
}

/** Every word of a tag, to find videos with it by the index. None for a tag of symbols alone. */
export function tagWords(tag: string): string[] {
  return tagPhrases(tag).flat().map(quoted);
}

/** Of a long tag a document has fewer words. */
function tagPhrases(tag: string): Phrase[] {
  return phrasesOf(tag).slice(0, MAX_QUERY_WORDS);
}

/** No word of a text begins with `=`. */
function categoryWord(category: string): string {
  return `=${category.toLowerCase()}`;
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
