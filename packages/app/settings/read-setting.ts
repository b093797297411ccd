import type { RoomLimit } from '@vesper/core/lib/files/disk-watch.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';

export type Env = Record<string, string | undefined>;

export const BARE_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9.-]{1,253}$/i;

export function wholeNumber(env: Env, name: string, fallback: number, [min, max]: [number, number]): number {
  const text = env[name] || String(fallback);
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new StartError(`${name} is "${text}": it must be from ${min} to ${max}.`);
  return number;
}

/** Separated by commas or spaces. */
export function wordsOf(text = ''): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

const UNIT_BYTES: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** A size ("10GB"), a share of the disk ("5%"), or both; the smaller counts. */
export function readRoom(name: string, given: string | undefined, fallback: string): RoomLimit {
  const room: RoomLimit = { bytes: undefined, share: undefined };
  const words = wordsOf(given || fallback);
  for (const word of words) {
    const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(%|[KMGT]?B)$/i.exec(word) ?? [];
    const bytes = Number(number) * (UNIT_BYTES[unit.toUpperCase()] ?? 0);
    if (unit === '%' && room.share === undefined && Number(number) < 100) room.share = Number(number) / 100;
    else if (unit && unit !== '%' && room.bytes === undefined) room.bytes = bytes;
    else
      throw new StartError(`${name} is "${given}": it must be a size or a share, such as 10GB, 5%, or both.`);
  }
  return room;
}

export function readTime(name: string, text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new StartError(`${name} is "${text}": it must be a time from 00:00 to 23:59.`);
}

export function matching(text: string | undefined, pattern: RegExp, sentence: string): string | undefined {
  if (!text) return undefined;
  if (pattern.test(text)) return text;
  throw new StartError(sentence);
}

/** Without query, fragment and password; throws StartError. */
export function bareUrl(name: string, text: string, example: string): string {
  const url = URL.parse(text);
  const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!url || !isPlain || !['http:', 'https:'].includes(url.protocol))
    throw new StartError(`${name} must be a bare address such as ${example}.`);
  return url.href;
}

/** Errors of `parse` become StartErrors. */
export function orStartError<Input extends unknown[], Value>(
  parse: (...input: Input) => Value,
  ...input: Input
): Value {
  try {
    return parse(...input);
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

export function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (!found) throw new StartError(`${name} is "${value}": it must be one of ${allowed.join(', ')}.`);
  return found;
}
