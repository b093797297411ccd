/** Reads a value as PostgreSQL writes it. */
type Parser<Value> = (text: string) => Value;

/** With `timezone=UTC`, without an era: `2026-11-01 12:30:00.25+00`. */
const UTC_LENGTH = { least: '2026-11-01 12:30:00+00'.length, most: '2026-11-01 12:30:00.123456+00'.length };
const [ZERO, NINE] = [48, 57];
/** What stands between the numbers, by its place. */
const MARKS = [4, 7, 10, 13, 16].map((at) => ({ at, code: '2026-11-01 12:30:00'.charCodeAt(at) }));

/**
 * Reads a timestamptz of the years 100 to 9999 in UTC, which nearly all are, as `other` does for a fraction of its time;
 * leaves all others to it.
 */
export function utcParser<Value>(other: Parser<Value>): Parser<Value | Date> {
  return (text) => {
    const { length } = text;
    if (length < UTC_LENGTH.least || length > UTC_LENGTH.most || !text.endsWith('+00')) return other(text);
    for (const { at, code } of MARKS) if (text.charCodeAt(at) !== code) return other(text);
    const year = numberAt(text, 0, 4);
    const hasFraction = length > UTC_LENGTH.least;
    if (!(year >= 100) || (hasFraction && text[19] !== '.')) return other(text);
    const digits = length - UTC_LENGTH.least - 1;
    // The same arithmetic as the other's, so the same rounding.
    const ms = hasFraction ? 1000 * (numberAt(text, 20, digits) / 10 ** digits) : 0;
    const month = numberAt(text, 5, 2) - 1;
    const [hour, minute, second] = [numberAt(text, 11, 2), numberAt(text, 14, 2), numberAt(text, 17, 2)];
    const moment = Date.UTC(year, month, numberAt(text, 8, 2), hour, minute, second, ms);
    return Number.isNaN(moment) ? other(text) : new Date(moment);
  };
}

/** NaN unless all characters are digits. */
function numberAt(text: string, start: number, length: number): number {
  let number = 0;
  for (let at = start; at < start + length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return Number.NaN;
    number = number * 10 + code - ZERO;
  }
  return length > 0 ? number : Number.NaN;
}

/** Escapes, arrays in arrays, and dimensions before the array. */
const UNUSUAL = /[\\[{}]/;
const QUOTED_OR_NOT = /"[^"]*"|[^,]+/g;

/**
 * Reads an array of texts with one dimension as `other` does for a fraction of its time; leaves those with escapes or
 * brackets in them to it.
 */
export function textsParser<Value>(other: Parser<Value>): Parser<Value | (string | null)[]> {
  return (text) => {
    const inner = text.slice(1, -1);
    if (text[0] !== '{' || text.at(-1) !== '}' || UNUSUAL.test(inner)) return other(text);
    if (inner === '') return [];
    const written = inner.includes('"') ? (inner.match(QUOTED_OR_NOT) ?? []) : inner.split(',');
    return written.map(textOf);
  };
}

/** Quoted are those with a comma, a space or nothing in them, and those that would be taken for null. */
function textOf(written: string): string | null {
  if (written.startsWith('"')) return written.slice(1, -1);
  return written === 'NULL' ? null : written;
}
