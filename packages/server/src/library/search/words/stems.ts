import type { Db } from '../../../kernel/db/pool.ts';
import { withoutEndings } from './endings.ts';
import { isWrittenIn, type Script, scriptOf } from './language.ts';
import { selectStems } from './vocabulary-queries.ts';

export interface WordOfLanguage {
  /** As it stands in documents. */
  word: string;
  /** A code of two or three letters; null if unknown. */
  language: string | null;
}

/** Raised when stems change, here or in the rules for endings, so that those of the vocabulary are made again. */
export const STEM_RULES = 1;

/** PostgreSQL's stemmers, of all versions from 15 on, as the migrations make them: `vesper_english`. */
const STEMMERS: Readonly<Record<string, string>> = {
  ...{ eu: 'basque', ca: 'catalan', da: 'danish', nl: 'dutch', en: 'english' },
  ...{ fi: 'finnish', fr: 'french', de: 'german', el: 'greek', hi: 'hindi', hu: 'hungarian' },
  ...{ id: 'indonesian', ga: 'irish', it: 'italian', lt: 'lithuanian', ne: 'nepali', no: 'norwegian' },
  ...{ pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian', hr: 'serbian', bs: 'serbian' },
  ...{ es: 'spanish', sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish' },
};

/** Whose forms a word has if nothing says its language, or if that is written in another script. */
const BY_SCRIPT: Readonly<Partial<Record<Script, string>>> = {
  ...{ Latin: 'en', Cyrillic: 'ru', Greek: 'el', Arabic: 'ar', Hebrew: 'he', Devanagari: 'hi', Tamil: 'ta' },
  ...{ Hangul: 'ko', Georgian: 'ka', Armenian: 'hy' },
};

/** By whose rules the word has forms; null for numbers, and in scripts without forms or without spaces. */
export function stemLanguageOf({ word, language }: WordOfLanguage): string | null {
  const script = scriptOf(word);
  if (script === undefined || /\p{N}/u.test(word)) return null;
  return language !== null && isWrittenIn(language, script) ? language : (BY_SCRIPT[script] ?? null);
}

/**
 * The stem of each word: the same for the forms that grammar gives it. Null where the word has none, or where there are no
 * rules for its language. Stems by different versions of
 * PostgreSQL may differ.
 */
export async function stemsOf(db: Db, words: readonly WordOfLanguage[]): Promise<(string | null)[]> {
  const stems = new Map<number, string>();
  const asked: { place: number; word: string; dictionary: string }[] = [];
  for (const [place, one] of words.entries()) {
    const language = stemLanguageOf(one);
    if (language === null) continue;
    const stemmer = STEMMERS[language];
    const word = asWritten(one.word, language);
    if (stemmer !== undefined) asked.push({ place, word, dictionary: `vesper_${stemmer}` });
    const rest = withoutEndings(word, language);
    if (rest !== undefined) stems.set(place, rest);
  }
  const found = asked.length === 0 ? [] : await selectStems(db, asked);
  for (const [nth, stem] of found.entries()) stems.set(asked[nth]?.place ?? 0, stem);
  return words.map((_, place) => stems.get(place) ?? null);
}

/** Documents have Russian й as и: after a vowel at the end it was й in nearly all words, and endings are told by it. */
function asWritten(word: string, language: string): string {
  return language === 'ru' ? word.replace(/(?<=[аеиоуыэюя])и(?=$|с[яь]$)/u, 'й') : word;
}
