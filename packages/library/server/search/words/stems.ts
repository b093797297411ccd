import type { Db } from '@vesper/core/db/pool.ts';
import { withoutEndings } from './endings.ts';
import { isWrittenIn, type Script, scriptOf } from './language.ts';
import { selectStems } from './vocabulary-queries.ts';

export interface WordOfLanguage {
  /** As in documents. */
  word: string;
  /** Two or three letters; null if unknown. */
  language: string | null;
}

/** Raise it when stems or endings change: the vocabulary is then stemmed again. */
export const STEM_RULES = 1;

/** PostgreSQL's stemmers since 15; the migrations create `vesper_english` and so on. */
const STEMMERS: Readonly<Record<string, string>> = {
  ...{ eu: 'basque', ca: 'catalan', da: 'danish', nl: 'dutch', en: 'english' },
  ...{ fi: 'finnish', fr: 'french', de: 'german', el: 'greek', hi: 'hindi', hu: 'hungarian' },
  ...{ id: 'indonesian', ga: 'irish', it: 'italian', lt: 'lithuanian', ne: 'nepali', no: 'norwegian' },
  ...{ pt: 'portuguese', ro: 'romanian', ru: 'russian', sr: 'serbian', hr: 'serbian', bs: 'serbian' },
  ...{ es: 'spanish', sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish' },
};

/** The language for words of unknown language, or in another script than their language's. */
const BY_SCRIPT: Readonly<Partial<Record<Script, string>>> = {
  ...{ Latin: 'en', Cyrillic: 'ru', Greek: 'el', Arabic: 'ar', Hebrew: 'he', Devanagari: 'hi', Tamil: 'ta' },
  ...{ Hangul: 'ko', Georgian: 'ka', Armenian: 'hy' },
};

/** Null for numbers, and for scripts without forms or spaces. */
export function stemLanguageOf({ word, language }: WordOfLanguage): string | null {
  const script = scriptOf(word);
  if (script === undefined || /\p{N}/u.test(word)) return null;
  return language !== null && isWrittenIn(language, script) ? language : (BY_SCRIPT[script] ?? null);
}

/** Null for words without a stem or language rules. Stems of different PostgreSQL versions may differ. */
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

/** Documents fold Russian й to и; after a vowel at the end it was nearly always й, which endings depend on. */
function asWritten(word: string, language: string): string {
  return language === 'ru' ? word.replace(/(?<=[аеиоуыэюя])и(?=$|с[яь]$)/u, 'й') : word;
}
