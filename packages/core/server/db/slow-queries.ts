import type { Log } from '../lib/log.ts';

interface SlowQueryOptions {
  log: Log;
  thresholdMs: number;
  now?: () => number;
}

/** A query that is slow repeatedly is logged once in this time, with a count. */
const AGAIN_MS = 60_000;
/** Texts vary with lists and searches: beyond this many, all counts are reset. */
const MOST_NAMES = 500;
const MOST_CHARACTERS = 160;

/** Call it after every query; logs slow ones by name, never with values. */
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

/** The start of a query, on one line. Strings and numbers become question marks: they may be values. */
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
