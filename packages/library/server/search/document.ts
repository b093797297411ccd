import { categoryWord, MIN_BEGINNING_LENGTH, quoted, tagReadings } from './lookup.ts';
import { MAX_QUERY_WORDS } from './parse.ts';
import { DOCUMENT_RULES, type Phrase, type Reading, readingsOf, UNSPACED } from './tokens.ts';
import { languageOf } from './words/language.ts';
import { placedWords } from './words/placed-words.ts';
import { runsOf } from './words/runs.ts';

export interface SearchableVideo {
  title: string;
  description: string;
  tags: readonly string[];
  category: string;
  /** Declared by the source: two or three letters. */
  language?: string | null | undefined;
}

export interface Wording {
  /** tsvector text. */
  doc: string;
  /** Declared or guessed; null if unknown. */
  language: string | null;
  rules: number;
}

/** Further words are not indexed. */
const MAX_DESCRIPTION_WORDS = 400;

export function wordingOf(video: SearchableVideo): Wording {
  const language = languageOf({ ...video, declared: video.language });
  return { doc: searchDocument(video), language, rules: DOCUMENT_RULES };
}

/**
 * tsvector text: title (weight A), tags and category (B), description (C), whole runs of unspaced scripts in title and
 * tags (D), for corrections, and a special word for the category, so that the same index can filter by it.
 */
export function searchDocument(video: SearchableVideo): string {
  const words = new Map<string, string[]>();
  let position = 1;
  const place = (word: string, places: readonly number[], weight: string) => {
    const all = words.get(word) ?? [];
    const added = places.map((at) => `${Math.min(position + at, 16_000)}${weight}`);
    // PostgreSQL keeps at most 256 positions per word.
    if (all.length < 200) words.set(word, [...all, ...added]);
  };
  const add = (text: string, weight: string, limit: number) => {
    const placed = placedWords(text, { limit, joinsNumbers: weight !== 'C' });
    for (const { word, places } of placed.words) place(word, places, weight);
    if (weight !== 'C') for (const run of runsOf(text).slice(0, limit)) place(run, [0], 'D');
    // A gap, so that no phrase spans two fields.
    position += placed.length + 2;
  };
  add(video.title, 'A', 100);
  for (const tag of video.tags) add(tag, 'B', 20);
  add(video.category, 'B', 20);
  add(video.description, 'C', MAX_DESCRIPTION_WORDS);
  const lexemes = [...words].map(([word, places]) => `${quoted(word)}:${places.join(',')}`);
  lexemes.push(quoted(categoryWord(video.category)));
  return lexemes.join(' ');
}

export interface TitleQuery {
  /** A tsquery per word, anywhere in a document, for the index. */
  anywhere: string[];
  /** Filters the index's matches by the title. */
  inTitle: string;
}

/** For a title as it is typed: the last word may be a prefix. Undefined without any word. */
export function titleQuery(text: string): TitleQuery | undefined {
  const phrases = readingsOf(text).slice(0, MAX_QUERY_WORDS);
  const last = phrases.at(-1)?.words.join('') ?? '';
  const isBeginning = last.length >= MIN_BEGINNING_LENGTH || UNSPACED.test(last);
  const query = (weight: string) =>
    phrases.map((reading, place) => {
      const ending = isBeginning && place === phrases.length - 1 ? '*' : '';
      const suffix = weight + ending === '' ? '' : `:${ending}${weight}`;
      return eitherQuery(reading, suffix);
    });
  return phrases.length === 0 ? undefined : { anywhere: query(''), inTitle: query('A').join(' & ') };
}

/** A tsquery for titles, tags and categories. */
export function namedQuery(word: string): string {
  return readingsOf(word)
    .map((reading) => eitherQuery(reading, ':AB'))
    .join(' & ');
}

/** Adjacent words, by the present or the former rules. */
function eitherQuery({ words, former }: Reading, suffix: string): string {
  const one = (phrase: Phrase) =>
    `(${phrase
      .slice(0, MAX_QUERY_WORDS)
      .map((word) => `${quoted(word)}${suffix}`)
      .join(' <-> ')})`;
  return former ? `(${one(words)} | ${one(former)})` : one(words);
}

/** A tsquery per word, to find a tag's videos by the index. None for a tag of symbols. */
export function tagWords(tag: string): string[] {
  const all = (words: Phrase) => words.map(quoted).join(' & ');
  return tagReadings(tag).flatMap(({ words, former }) =>
    former ? [`(${all(words)} | ${all(former)})`] : words.map(quoted),
  );
}
