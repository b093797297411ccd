import type { Db } from '../../kernel/db/pool.ts';
import { selectWidening, type WideningAsked, type WideningWord } from './vocabulary-queries.ts';

/** What the vocabulary knows of words. */
export type LookUpWords = (asked: WideningAsked) => Promise<WideningWord[]>;

/** A new video is found by the words that it has at once; by other forms and beginnings of them so much later. */
const HELD_MS = 2000;
const MOST_HELD = 20_000;

/** Asks for each word once in two seconds: many visitors type the same. */
export function holdWords(db: Db, nowMs: () => number = () => performance.now()): LookUpWords {
  // In the order of their ends, as all are held equally long.
  const held = new Map<string, { rows: WideningWord[]; untilMs: number }>();

  function forgetOld(): void {
    for (const [key, { untilMs }] of held) {
      if (untilMs > nowMs() && held.size <= MOST_HELD) return;
      held.delete(key);
    }
  }

  function hold(kind: string, asked: readonly string[], rows: readonly WideningWord[]): void {
    const byWord = Map.groupBy(rows, (row) => row.asked);
    for (const word of asked) {
      const key = `${kind} ${word}`;
      held.delete(key);
      held.set(key, { rows: byWord.get(word) ?? [], untilMs: nowMs() + HELD_MS });
    }
  }

  return async ({ words, plain = [], begun = [] }) => {
    forgetOld();
    const known: WideningWord[] = [];
    const missing = (kind: string, asked: readonly string[]) =>
      asked.filter((word) => {
        const rows = held.get(`${kind} ${word}`)?.rows;
        known.push(...(rows ?? []));
        return rows === undefined;
      });
    const ask = {
      words: missing('word', words),
      plain: missing('plain', plain),
      begun: missing('begun', begun),
    };
    if (ask.words.length + ask.plain.length + ask.begun.length === 0) return known;
    const found = await selectWidening(db, ask);
    const by = (...ways: WideningWord['how'][]) => found.filter(({ how }) => ways.includes(how));
    hold('word', ask.words, by('itself', 'form'));
    hold('plain', ask.plain, by('itself'));
    hold('begun', ask.begun, by('begun'));
    return [...known, ...found];
  };
}
