import { PECULIAR_LETTERS, SMALL_WORDS } from './small-words.ts';

/** What tells in which language a video's texts are. */
export interface LanguageTexts {
  title: string;
  description: string;
  tags: readonly string[];
  /** As its source says: a code of two or three letters. */
  declared?: string | null | undefined;
}

/** Enough to tell a language by. */
const MAX_LENGTH = 3000;

const SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Tamil: /\p{Script=Tamil}/u,
  Thai: /\p{Script=Thai}/u,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Han: /\p{Script=Han}/u,
  Hangul: /\p{Script=Hangul}/u,
  Georgian: /\p{Script=Georgian}/u,
  Armenian: /\p{Script=Armenian}/u,
};

export type Script = keyof typeof SCRIPTS;

/** The languages of each script that are told apart; the first is the most likely. */
const LANGUAGES: Readonly<Record<Script, readonly string[]>> = {
  Latin: 'en de fr es pt it nl sv da no fi pl cs sk ro hu tr id vi ca hr lt lv et eu ga sr bs sl'.split(' '),
  Cyrillic: 'ru uk bg sr be mk kk'.split(' '),
  Greek: ['el'],
  Arabic: ['ar', 'fa', 'ur'],
  Hebrew: ['he', 'yi'],
  Devanagari: ['hi', 'ne', 'mr'],
  Tamil: ['ta'],
  Thai: ['th'],
  Kana: ['ja'],
  Han: ['zh', 'ja'],
  Hangul: ['ko'],
  Georgian: ['ka'],
  Armenian: ['hy'],
};

/** The script of the word's first letter that has one of those known here. */
export function scriptOf(word: string): Script | undefined {
  for (const character of word)
    for (const [script, letters] of Object.entries(SCRIPTS))
      if (letters.test(character)) return script as Script;
  return undefined;
}

/** Whether texts in the language are written in this script. A language that is not known here may be in any. */
export function isWrittenIn(language: string, script: Script): boolean {
  return LANGUAGES[script].includes(language) || !Object.values(LANGUAGES).flat().includes(language);
}

/** Undetermined, none, several. */
const NONE: ReadonlySet<string> = new Set(['und', 'zxx', 'mul']);
const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A source's word for a language, such as `en-US`, as a code of two or three letters; null if it is none. */
export function languageCode(said: string | null | undefined): string | null {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(said?.trim().replaceAll('_', '-') ?? '');
    const code = tag.split('-', 1)[0] ?? '';
    if (code === 'nb' || code === 'nn') return 'no';
    return /^[a-z]{2,3}$/.test(code) && !NONE.has(code) && NAMES.of(code) !== undefined ? code : null;
  } catch {
    return null;
  }
}

/**
 * The language of a video's texts, as a code of two or three letters; null where nothing tells. What the source says
 * counts unless the texts are in another script, or their small words are clearly another language's: templates are
 * often in the language of their maker.
 */
export function languageOf({ title, description, tags, declared }: LanguageTexts): string | null {
  const text = [title, ...tags, description].join(' ').slice(0, MAX_LENGTH).toLowerCase();
  const script = mainScript(text);
  const said = languageCode(declared);
  if (script === undefined) return said;
  const scores = scoresOf(text, LANGUAGES[script]);
  const [best, next] = [...scores].sort(([, one], [, other]) => other - one);
  const isClear = best !== undefined && best[1] > (next?.[1] ?? 0);
  if (said !== null && isWrittenIn(said, script)) {
    const isOther = isClear && best[1] >= 3 && (scores.get(said) ?? 0) === 0;
    return isOther ? best[0] : said;
  }
  if (script !== 'Latin') return isClear && best[1] >= 2 ? best[0] : (LANGUAGES[script][0] ?? null);
  return isClear && (best[1] >= 2 || next === undefined) ? best[0] : null;
}

/** That of most letters; a text with some kana is Japanese whatever its Han. */
function mainScript(text: string): Script | undefined {
  const counts = new Map<Script, number>();
  for (const character of text) {
    const script = scriptOf(character);
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  const han = counts.get('Han') ?? 0;
  const kana = counts.get('Kana') ?? 0;
  if (kana * 10 > han) counts.set('Kana', kana + han);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** How many different small words, and letters of its own, each language has in the text; only those that have any. */
function scoresOf(text: string, languages: readonly string[]): Map<string, number> {
  const words = new Set(text.match(/[\p{L}\p{M}]+/gu));
  const scores = new Map<string, number>();
  for (const language of languages) {
    const small = SMALL_WORDS[language] ?? new Set();
    const peculiar = [...(PECULIAR_LETTERS[language] ?? '')].filter((letter) => text.includes(letter));
    const score = [...words].filter((word) => small.has(word)).length + Math.min(2, peculiar.length);
    if (score > 0) scores.set(language, score);
  }
  return scores;
}
