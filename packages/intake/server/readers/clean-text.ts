import { withoutControls } from '@vesper/contract';
import { MAX_ADDRESS_LENGTH } from '@vesper/core/lib/text/canonical-address.ts';

const MAX_TITLE_LENGTH = 300;
const MAX_DESCRIPTION_LENGTH = 10_000;
const MAX_TAGS = 30;
const MAX_TAG_LENGTH = 60;
const MAX_DURATION_SECONDS = 7 * 86_400;
const MAX_PIXELS = 20_000;
const MAX_EXTERNAL_ID_LENGTH = 200;

/** One line: well-formed, no control characters, single spaces, at most 300 characters. */
export function cleanLine(text: string | undefined, maxLength = MAX_TITLE_LENGTH): string {
  const line = withoutControls((text ?? '').slice(0, 8 * maxLength)).replace(/\s+/g, ' ');
  return cut(line.trim(), maxLength).trim();
}

export function cleanCategory(text: string | undefined): string {
  return cleanLine(text, MAX_TAG_LENGTH);
}

/** Keeps line breaks, at most one empty line in a row; at most 10,000 characters. */
export function cleanDescription(text: string | undefined): string {
  const lines = (text ?? '')
    .slice(0, 4 * MAX_DESCRIPTION_LENGTH)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => withoutControls(line).replace(/\s+/g, ' ').trim());
  return cut(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    MAX_DESCRIPTION_LENGTH,
  ).trim();
}

/** At most 30 tags of at most 60 characters, in order, without duplicates in any case. */
export function cleanTags(tags: Iterable<string>): string[] {
  const byKey = new Map<string, string>();
  for (const raw of tags) {
    const tag = cleanLine(raw, MAX_TAG_LENGTH);
    if (tag !== '' && !byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
    if (byKey.size === MAX_TAGS) break;
  }
  return [...byKey.values()];
}

/** An absolute http or https address of at most 2,000 characters. */
export function cleanAddress(text: string | undefined, base: string | URL): string | undefined {
  if (!text || text.length > 2 * MAX_ADDRESS_LENGTH) return undefined;
  const url = URL.parse(text.trim(), base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href.length <= MAX_ADDRESS_LENGTH ? url.href : undefined;
}

/** A W3C or ISO 8601 date from 1900 to 2199. */
export function cleanDate(text: string | undefined): Date | undefined {
  if (!text || text.length > 60 || !/^\s*(?:19|2[01])\d\d(?:-|\s*$)/.test(text)) return undefined;
  const date = new Date(text.trim());
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** RFC 822 ("Tue, 03 Feb 2026 04:05:06 GMT"), or as `cleanDate`. */
export function cleanFeedDate(text: string | undefined): Date | undefined {
  if (!text || text.length > 60 || !RFC_822_DATE.test(text)) return cleanDate(text);
  const date = new Date(text.trim());
  const year = date.getUTCFullYear();
  return year >= 1900 && year < 2200 ? date : undefined;
}

const RFC_822_DATE =
  /^\s*(?:[a-z]{3,9}\s*,\s*)?\d{1,2}\s+[a-z]{3,9}\s+\d{2,4}\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s+(?:[a-z]{1,5}|[+-]\d{4}))?\s*$/i;

/** Whole pixels, at most 20,000. */
export function cleanPixels(text: string | undefined): number | undefined {
  const pixels = Number.parseInt(text ?? '', 10);
  return pixels > 0 && pixels <= MAX_PIXELS ? pixels : undefined;
}

/** One line of at most 200 characters. */
export function cleanExternalId(text: string | undefined): string | undefined {
  const id = cleanLine(text, MAX_EXTERNAL_ID_LENGTH + 1);
  // A truncated id could be another video's.
  return id !== '' && id.length <= MAX_EXTERNAL_ID_LENGTH ? id : undefined;
}

/** Whole seconds, at most a week. */
export function cleanDuration(seconds: number): number | undefined {
  const whole = Math.round(seconds);
  return whole > 0 && whole <= MAX_DURATION_SECONDS ? whole : undefined;
}

export function withoutUndefined<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Never inside a surrogate pair. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\ud800-\udbff]/.test(text[maxLength - 1] ?? '') ? maxLength - 1 : maxLength;
  return text.slice(0, end);
}

const NUMBER = String.raw`(\d{1,9}(?:\.\d+)?)`;
/** ISO 8601, with or without the P; years and months only as 0. */
const ISO = new RegExp(
  `^P?(?:0+Y)?(?:0+M)?(?:0+W)?(?:${NUMBER}D)?(?:T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S?)?)?$`,
  'i',
);
const WORDS = new RegExp(
  String.raw`^(?:${NUMBER}\s*h(?:(?:ou)?rs?)?\.?)?[\s,]*(?:${NUMBER}\s*m(?:in(?:ute)?s?)?\.?)?[\s,]*(?:${NUMBER}\s*s(?:ec(?:ond)?s?)?\.?)?$`,
  'i',
);

/** Seconds of PT1M30S, "1:30", "0:01:30", "1 min 30 sec" or a plain number. */
export function readDuration(text: string): number | undefined {
  const trimmed = text
    .trim()
    .slice(0, 60)
    .replace(/(\d),(\d)/, '$1.$2');
  if (/^\d{1,7}(?:\.\d+)?$/.test(trimmed)) return cleanDuration(Number(trimmed));
  if (/^(?:\d{1,3}:)?\d{1,3}:\d{2}(?:\.\d{1,6})?$/.test(trimmed)) {
    return cleanDuration(trimmed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  }
  const iso = ISO.exec(trimmed);
  if (iso) return inSeconds(iso.slice(1), [86_400, 3_600, 60, 1]);
  const words = WORDS.exec(trimmed);
  return words ? inSeconds(words.slice(1), [3_600, 60, 1]) : undefined;
}

function inSeconds(parts: (string | undefined)[], units: readonly number[]): number | undefined {
  return cleanDuration(parts.reduce((sum, part, nth) => sum + Number(part ?? 0) * (units[nth] ?? 0), 0));
}

/** 1990, in seconds; smaller numbers are lengths and counts. */
const EARLIEST_SECONDS = 631_152_000;
const LATEST_SECONDS = 4_102_444_800;

/**
 * ISO 8601 (also with a space for "T"), RFC 822, or seconds or milliseconds since 1970. Other orders of day and month
 * are not guessed.
 */
export function readDumpDate(text: string): Date | undefined {
  const trimmed = text.trim();
  if (/^\d{9,13}$/.test(trimmed)) return ofNumber(Number(trimmed));
  if (!/^(?:\d{4}[-/]\d|[a-z]{3},?\s|\d{1,2}\s[a-z]{3})/i.test(trimmed)) return undefined;
  const iso = trimmed.replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, '$1-$2-$3');
  const zoned = iso.replace(/^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/, '$1T$2Z');
  return cleanFeedDate(zoned);
}

function ofNumber(number: number): Date | undefined {
  const seconds = number > LATEST_SECONDS ? number / 1000 : number;
  return seconds >= EARLIEST_SECONDS && seconds <= LATEST_SECONDS ? new Date(seconds * 1000) : undefined;
}
