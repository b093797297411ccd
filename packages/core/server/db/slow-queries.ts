import type { Log } from '../lib/log.ts';

interface SlowQueryOptions {
  log: Log;
  thresholdMs: number;
  now?: () => number;
}

/** A query that is slow again and again is logged once in this time, with how often it was. */
const AGAIN_MS = 60_000;
/** Texts vary with lists and searches: beyond so many all begin again. */
const MOST_NAMES = 500;
const MOST_CHARACTERS = 160;

/** To be told of every query's text and time; logs slow ones by name, never with a value. */
export function createSlowQueryLog({ log, thresholdMs, now = () => performance.now() }: SlowQueryOptions) {
  const saidAt = new Map<string, { at: number; unsaid: number }>();
  return (text: string, ms: number): void => {
    if (thresholdMs === 0 || ms < thresholdMs) return;
    const query = nameOfQuery(text);
    const last = saidAt.get(query);
    if (last && now() - last.at < AGAIN_MS) {
      last.unsaid += 1;
      return;
    }
    if (saidAt.size >= MOST_NAMES) saidAt.clear();
    saidAt.set(query, { at: now(), unsaid: 0 });
    log.warn({ query, ms: Math.round(ms), alsoSlow: last?.unsaid ?? 0 }, 'A query was slow.');
  };
}

/** The beginning of a query in one line. What could be a value, a text or a number, becomes a question mark. */
export function nameOfQuery(text: string): string {
  return text
    .slice(0, 4000)
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/(?<![\w$])\d[\d.]*/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
}
