import { type Phrase, type Reading, readingsOf, UNSPACED } from './tokens.ts';

/** A word, or several that must be adjacent. */
export interface Part extends Reading {
  /** In lower case, without quotes, but with its marks, which matter for stems. */
  typed: string;
  isQuoted: boolean;
}

export interface ParsedQuery {
  /** In the order typed. */
  required: Part[];
  excluded: Part[];
  /** The end of the last part in the text. */
  end: number;
}

/** The limit for required and for excluded words; later ones are ignored. */
export const MAX_QUERY_WORDS = 16;

/** Any of a row opens and closes: people mix them, and languages reverse them. */
const QUOTES = ['"“”„‟＂〝〞〟', '«»‹›', '「」『』｢｣', '《》〈〉'];
const QUOTE = new RegExp(`[${QUOTES.join('')}]`, 'u');
/** After a letter these are inches or stray. */
const AFTER_NO_LETTER = /["＂”]/u;
const MINUS = /[-\u2010-\u2013\u2212\ufe63\uff0d]/u;
const SPACE = /\s/u;
const OF_WORDS = /[\p{L}\p{N}\p{M}]/u;

/** Quotes make an exact phrase, a leading minus excludes; stray ones are ignored. Takes linear time. */
export function parseQuery(text: string): ParsedQuery {
  const parsed: ParsedQuery = { required: [], excluded: [], end: 0 };
  for (const { isExcluded, quoted, begin, end } of runsIn(text)) {
    const list = isExcluded ? parsed.excluded : parsed.required;
    if (list.length === MAX_QUERY_WORDS) continue;
    const run = quoted ?? text.slice(begin, end);
    const parts = isExcluded || quoted !== undefined ? [phraseOf(run, quoted !== undefined)] : wordsOf(run);
    const read = parts.filter(({ words }) => words.length > 0).slice(0, MAX_QUERY_WORDS - list.length);
    if (read.length > 0) parsed.end = end;
    list.push(...read);
  }
  return parsed;
}

export function withoutExcluded(text: string): string {
  const asked = [...runsIn(text)].filter(({ isExcluded }) => !isExcluded);
  return asked.map(({ begin, end }) => text.slice(begin, end)).join(' ');
}

interface Run {
  isExcluded: boolean;
  /** The content of its quotes, if any. */
  quoted: string | undefined;
  /** In the text, without the minus. */
  begin: number;
  end: number;
}

function* runsIn(text: string): Generator<Run> {
  let at = 0;
  while (at < text.length) {
    if (SPACE.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const isExcluded = isMinus(text, at);
    const begin = isExcluded ? at + 1 : at;
    const quoted = quotedAt(text, begin);
    at = quoted?.end ?? endOfRun(text, begin);
    yield { isExcluded, quoted: quoted?.content, begin, end: at };
  }
}

/** Only at the beginning of a word. */
function isMinus(text: string, at: number): boolean {
  if (!MINUS.test(text[at] ?? '') || !SPACE.test(text[at - 1] ?? ' ')) return false;
  const next = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  return OF_WORDS.test(next) || QUOTE.test(next);
}

function quotedAt(text: string, at: number): { content: string; end: number } | undefined {
  const open = text[at] ?? '';
  const family = QUOTES.find((quotes) => quotes.includes(open));
  if (open === '' || family === undefined) return undefined;
  if (AFTER_NO_LETTER.test(open) && at > 0 && OF_WORDS.test(text[at - 1] ?? '')) return undefined;
  let close = at + 1;
  while (close < text.length && !family.includes(text[close] ?? '')) close += 1;
  return close < text.length ? { content: text.slice(at + 1, close), end: close + 1 } : undefined;
}

/** Up to a space or a quote. */
function endOfRun(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && !SPACE.test(text[at] ?? '') && !QUOTE.test(text[at] ?? '')) at += 1;
  return at;
}

function phraseOf(text: string, isQuoted: boolean): Part {
  const readings = readingsOf(text);
  const words = readings.flatMap((one) => one.words).slice(0, MAX_QUERY_WORDS);
  const former = readings.flatMap((one) => one.former ?? one.words).slice(0, MAX_QUERY_WORDS);
  const isOther = readings.some((one) => one.former !== undefined);
  return { words, ...(isOther ? { former } : {}), typed: typedOf(text), isQuoted };
}

function wordsOf(run: string): Part[] {
  const readings = readingsOf(run);
  return readings.map(({ words, former }) => ({
    words: words.slice(0, MAX_QUERY_WORDS),
    ...(former ? { former: former.slice(0, MAX_QUERY_WORDS) } : {}),
    // Several words in one run: how each was typed is unknown.
    typed: readings.length === 1 ? typedOf(run) : joinedPairs(words),
    isQuoted: false,
  }));
}

function typedOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
}

/** The query with some words replaced; keys are those of `runOf`. */
export function corrected(
  { required, excluded, end }: ParsedQuery,
  words: ReadonlyMap<string, string>,
): ParsedQuery {
  const correct = (part: Part): Part => {
    const to = part.isQuoted ? undefined : words.get(runOf(part));
    return to === undefined ? part : { ...phraseOf(to, false), typed: to };
  };
  return { required: required.map(correct), excluded, end };
}

/** The query as somebody would type it. */
export function textOf({ required, excluded }: Pick<ParsedQuery, 'required' | 'excluded'>): string {
  const one = ({ typed, isQuoted }: Part) => (isQuoted ? `"${typed}"` : typed);
  return [...required.map(one), ...excluded.map((part) => `-${one(part)}`)].join(' ');
}

/** A word as in documents; in unspaced scripts the run as typed. */
export function runOf({ words, typed }: Part): string {
  return UNSPACED.test(words[0] ?? '') ? typed.normalize('NFKC') : joinedPairs(words);
}

/** The run that the bigrams were made of. */
export function joinedPairs(words: Phrase): string {
  return words.map((word, n) => (n === 0 ? word : ([...word].at(-1) ?? ''))).join('');
}
