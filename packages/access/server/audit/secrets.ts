import type { Call } from '@vesper/contract';

const LEFT_OUT = '(left out)';

const SECRET_FIELD = /passw|secret|token$|recoverycodes|cookie|authorization|credential|privatekey/i;

/** Secrets with ambiguous names: a language has a `code` too. */
export const SECRETS_OF_CALLS: Readonly<Record<string, readonly string[]>> = {
  'account.enableTotp': ['code'],
  'account.addPasskey': ['id', 'rawId', 'response'],
};

export const SEALED = '(sealed)';

/** Leaves out fields that the call declares as sealed: the log cannot be erased. */
export function withoutSealed(call: Call, input: Record<string, unknown>): Record<string, unknown> {
  const sealed = call.caller === 'admin' ? (call.sealedInput ?? []) : [];
  const given = sealed.filter((field) => input[field] !== undefined && input[field] !== null);
  return { ...input, ...Object.fromEntries(given.map((field) => [field, SEALED])) };
}

export function withoutSecrets(action: string, value: unknown): unknown {
  const ofCall = SECRETS_OF_CALLS[action] ?? [];
  const isSecret = (field: string) => SECRET_FIELD.test(field) || ofCall.includes(field);
  const clean = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null || one instanceof Date) return one;
    return Object.fromEntries(
      Object.entries(one).map(([field, part]) => [field, isSecret(field) ? LEFT_OUT : clean(part)]),
    );
  };
  return clean(value);
}

const LONGEST_TEXT = 500;
/** A longer list is cut to its first entries and its length. */
const LONGEST_LIST = 50;
const FIRST_OF_LIST = 5;
const MOST_FIELDS = 100;
const DEEPEST = 8;
const MOST_CHARACTERS = 16_000;

/** Plain JSON that PostgreSQL can store, cut with a note at about 16,000 characters. `undefined` becomes null. */
export function bounded(value: unknown): unknown {
  const plain = value === undefined ? null : JSON.parse(JSON.stringify(value) ?? 'null');
  const short = shorten(plain, 0);
  const length = JSON.stringify(short).length;
  return length <= MOST_CHARACTERS ? short : `(${count(length, 'character')} of JSON, omitted for size)`;
}

export function boundedText(text: string): string {
  const safe = text.toWellFormed().replaceAll('\0', '\uFFFD');
  if (safe.length <= LONGEST_TEXT) return safe;
  return `${safe.slice(0, LONGEST_TEXT).toWellFormed()}… (${count(safe.length, 'character')})`;
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '(nested too deeply)';
  if (Array.isArray(value)) return shortenList(value, depth);
  const fields = Object.entries(value);
  const kept = fields
    .slice(0, MOST_FIELDS)
    .map(([key, field]) => [boundedText(key), shorten(field, depth + 1)]);
  if (fields.length > MOST_FIELDS) kept.push(['…', `(${count(fields.length, 'field')})`]);
  return Object.fromEntries(kept);
}

function shortenList(list: unknown[], depth: number): unknown[] {
  if (list.length <= LONGEST_LIST) return list.map((one) => shorten(one, depth + 1));
  const first = list.slice(0, FIRST_OF_LIST).map((one) => shorten(one, depth + 1));
  return [...first, `… (${count(list.length, 'entry', 'entries')})`];
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}
