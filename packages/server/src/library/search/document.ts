import { phrasesOf, UNSPACED } from './tokens.ts';

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

export interface SearchQuery {
  /** A tsquery that requires every word. */
  exact: string;
  /** The same with the last word as a prefix, used when the first finds nothing. */
  prefix?: string;
  /** Replaces `prefix` where the last word is very short. */
  sifted?: SiftedQuery;
}

/** For a prefix that matches too many words to look up: the other words are looked up and their videos filtered. */
export interface SiftedQuery {
  /** A tsquery with the last word as a prefix. */
  words: string;
  /** A tsquery of the other words. Without it, the most viewed videos are filtered. */
  among?: string;
}

const MAX_QUERY_WORDS = 16;
/** Shorter prefixes match a large part of all words: too many to look up. */
const MIN_BEGINNING_LENGTH = 3;

/** The query for a typed text; undefined if it has no word at all. */
export function searchQuery(text: string, category?: string): SearchQuery | undefined {
  const phrases = phrasesOf(text).slice(0, MAX_QUERY_WORDS);
  if (phrases.length === 0) return undefined;
  const parts = phrases.map((phrase) => `(${phrase.slice(0, MAX_QUERY_WORDS).map(quoted).join(' <-> ')})`);
  const limit = category === undefined ? [] : [quoted(categoryWord(category))];
  const last = phrases.at(-1) ?? [];
  const beginning = `(${last
    .slice(0, MAX_QUERY_WORDS)
    .map((word) => `${quoted(word)}:*`)
    .join(' <-> ')})`;
  const exact = [...parts, ...limit].join(' & ');
  const others = [...parts.slice(0, -1), ...limit];
  const prefix = [...parts.slice(0, -1), beginning, ...limit].join(' & ');
  const isShort = last.join('').length < MIN_BEGINNING_LENGTH && !UNSPACED.test(last.join(''));
  if (!isShort) return { exact, prefix };
  return { exact, sifted: { words: prefix, ...(others.length > 0 ? { among: others.join(' & ') } : {}) } };
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
  return phrasesOf(tag).slice(0, MAX_QUERY_WORDS).flat().map(quoted);
}

/** No word of a text begins with `=`. */
function categoryWord(category: string): string {
  return `=${category.toLowerCase()}`;
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
