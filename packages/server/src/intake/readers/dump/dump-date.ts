import { cleanFeedDate } from '../clean-text.ts';

/** From 1990 to 2099, in seconds; smaller numbers are lengths and counts. */
const EARLIEST_SECONDS = 631_152_000;
const LATEST_SECONDS = 4_102_444_800;

/**
 * The moment that a dump names: ISO 8601 (also with a space for "T"), RFC 822, or seconds or milliseconds since 1970.
 * Other orders of day and month are not guessed.
 */
export function readDumpDate(text: string): Date | undefined {
  const trimmed = text.trim();
  if (/^\d{9,13}$/.test(trimmed)) return ofNumber(Number(trimmed));
  if (!/^(?:\d{4}[-/]\d|[a-z]{3},?\s|\d{1,2}\s[a-z]{3})/i.test(trimmed)) return undefined;
  const iso = trimmed.replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, '$1-$2-$3');
  // Without a zone, a time is taken for UTC.
  const zoned = iso.replace(/^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/, '$1T$2Z');
  return cleanFeedDate(zoned);
}

function ofNumber(number: number): Date | undefined {
  const seconds = number > LATEST_SECONDS ? number / 1000 : number;
  return seconds >= EARLIEST_SECONDS && seconds <= LATEST_SECONDS ? new Date(seconds * 1000) : undefined;
}
