import { type Call, inputSchema, type JsonSchema } from '@vesper/contract';

/** `['body', 'theme', 'primary']`. */
type Place = readonly string[];

export interface CallInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

export interface Field {
  place: Place;
  /** The bounds of its schema and the next values beyond: few, tried in pairs. */
  ends: readonly unknown[];
  /** These and many more, of every type. */
  values: readonly unknown[];
}

const PARTS = ['params', 'query', 'body'] as const;

/** Limits of databases, dates and programs, as numbers and as text. */
const NUMBERS = [
  ...[-1, 0, 1.5, 1e-7, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649],
  ...[999_999_999_999_999, Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63, 1e308],
];
const NUMBER_TEXTS = [
  ...'-1 0 00 1.5 1e9 NaN Infinity 0x10 2147483647 2147483648 999999999999999'.split(' '),
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', ' 1', '9'.repeat(400)],
];
const DATES = [
  ...'0001-01-01 9999-12-31 10000-01-01 2026-02-30 -000001-01-01 0000-01-01T00:00:00Z'.split(' '),
  ...'0001-01-01T00:00:00+14:00 9999-12-31T23:59:59-12:00 9999-12-31T23:59:59.999999999Z'.split(' '),
  ...'+275760-09-13T00:00:00.000Z +275760-09-13T00:00:00.001Z'.split(' '),
];
/** In the shapes of page keys. */
const KEYS = [
  ...'_ ~ 1_ _1 9999-12-31T23:59:59.999Z_1 +275760-09-13T00:00:00.000Z_1 0~1 1~1 1~2~3'.split(' '),
  ...'253402300799999_1 8640000000000000_1 8640000000000001_1 -62135596800001_1'.split(' '),
  '9'.repeat(90),
];
const HOSTILE_TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00',
    '\ufeff',
    '\u202e',
    '\r\n',
    '\u{1f600}',
    'A\u0301',
    '\u0130',
  ],
  ...[
    '__proto__',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '%00',
    '../server',
    "' or 1=1 --",
    '&|!():*<->',
    '{}',
    '[]',
    'null',
    'ß',
  ],
];
const ADDRESSES = [
  ...'http://127.0.0.1:1/ http://[::1]/ https://user:word@source.example/ https://source.example:99999/'.split(
    ' ',
  ),
  ...'https://xn--/ javascript:alert(1) https://source.example/%zz?%00'.split(' '),
  ...[`https://source.example/${'a'.repeat(7900)}`, `https://${'a'.repeat(64)}.example/`],
  `https://${'a.'.repeat(130)}example/`,
];
/** Long texts repeat these: letters, words, four bytes, characters of searches and patterns. */
const FILLERS = ['a', 'a ', '\u{1f600}', '"', '( ', '%', '\\', "'", '\u00a0', '1 ', 'é', '-', '字'];
const WRONG_TYPES = [
  ...[undefined, null, true, {}, [], [[]], { length: 1 }, ['a', 'b']],
  JSON.parse('{"__proto__":{}}'),
];

export function plainInput(call: Call, flat: Record<string, unknown>): CallInput {
  const of = (schema: Call['query']) =>
    Object.fromEntries(
      Object.keys(schema?.shape ?? {}).flatMap((name) =>
        flat[name] === undefined ? [] : [[name, flat[name]] as const],
      ),
    );
  return { params: of(call.params), query: of(call.query), body: call.body ? of(call.body) : undefined };
}

/** Includes fields inside objects of the body. */
export function fieldsOf(call: Call, base: CallInput): Field[] {
  return PARTS.flatMap((part) => {
    const schema = call[part];
    if (!schema) return [];
    const inner = fieldsIn(inputSchema(schema), [part], base);
    const whole = { place: [part], ends: [], values: [null, [], 'text', 1, deeplyNested()] };
    return part === 'body' ? [...inner, whole] : inner;
  });
}

function fieldsIn(schema: JsonSchema, place: Place, base: CallInput): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = [...place, name];
    const { ends, values } = valuesOf(field, valueAt(base, at));
    const written = (some: readonly unknown[]) => unique(place[0] === 'body' ? some : some.flatMap(asText));
    return [{ place: at, ends: written(ends), values: written(values) }, ...fieldsIn(field, at, base)];
  });
}

/** In an address everything is text. */
function asText(value: unknown): unknown[] {
  if (value === undefined || Array.isArray(value)) return [value];
  return typeof value === 'object' ? [] : [String(value)];
}

function valuesOf(schema: JsonSchema, example: unknown): Omit<Field, 'place'> {
  const kinds = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const ends = kinds.flatMap((one) => [
    ...(one.enum ?? []),
    ...(one.const === undefined ? [] : [one.const]),
    ...numberEnds(one),
    ...textEnds(one),
    ...listEnds(one, example),
  ]);
  const texts = kinds.some(({ type, enum: names }) => type === 'string' && !names);
  const more = [
    ...(texts ? [...kinds.flatMap(longTexts), ...DATES, ...KEYS, ...ADDRESSES] : []),
    ...kinds.flatMap((one) => listsOfHostile(one, example)),
    ...[...WRONG_TYPES, ...NUMBERS, ...NUMBER_TEXTS, ...HOSTILE_TEXTS],
  ];
  return { ends: unique([example, undefined, ...ends]), values: unique([example, ...ends, ...more]) };
}

function numberEnds({ minimum, maximum, exclusiveMinimum }: JsonSchema): unknown[] {
  const ends = [minimum, maximum, exclusiveMinimum].filter((end) => end !== undefined);
  return ends.flatMap((end) => [end - 1, end, end + 1]);
}

const LONG = 20_000;

function textEnds({ type, minLength = 0, maxLength = LONG, enum: names }: JsonSchema): unknown[] {
  if (type !== 'string' || names) return [];
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
  const numbers = ['0', '2147483647', '2147483648', '999999999999999', '9223372036854775808'];
  return [
    ...lengths.map((length) => 'a'.repeat(length)),
    filledTo('\u{1f600} ', maxLength),
    '\0',
    ...numbers,
  ];
}

function longTexts({ type, maxLength = LONG, enum: names }: JsonSchema): unknown[] {
  return type === 'string' && !names ? FILLERS.map((filler) => filledTo(filler, maxLength)) : [];
}

/** Length in UTF-16 units, as the contract counts; never half a character. */
function filledTo(filler: string, length: number): string {
  return filler.repeat(Math.floor(length / filler.length)).padEnd(length, 'z');
}

function listEnds({ type, items, maxItems = 1000, minItems = 0 }: JsonSchema, example: unknown): unknown[] {
  if (type !== 'array' || !items) return [];
  const one = itemOf(example);
  const lengths = [minItems, maxItems, maxItems + 1];
  return lengths.flatMap((length) => [
    Array.from({ length }, () => one),
    Array.from({ length }, (_, n) => (typeof one === 'string' ? `${one}${n}` : one)),
  ]);
}

function listsOfHostile({ type, items }: JsonSchema, example: unknown): unknown[] {
  if (type !== 'array' || !items) return [];
  const one = itemOf(example);
  const each = valuesOf(items, one).values;
  return [...each.map((value) => [value]), ...each.map((value) => [one, value])];
}

const itemOf = (list: unknown): unknown => (Array.isArray(list) && list.length > 0 ? list[0] : 'a');

function deeplyNested(): unknown {
  let value: unknown = 1;
  for (let depth = 0; depth < 2000; depth++) value = depth % 2 ? [value] : { a: value };
  return value;
}

function valueAt(input: CallInput, place: Place): unknown {
  let at: unknown = input;
  for (const step of place) at = (at as Record<string, unknown> | undefined | null)?.[step];
  return at;
}

/** A copy with another value at a place; undefined leaves it out. */
export function withValue(input: CallInput, place: Place, value: unknown): CallInput {
  return replaced(input, place, value) as CallInput;
}

function replaced(whole: unknown, [step, ...rest]: Place, value: unknown): unknown {
  if (step === undefined) return value;
  const parts = typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? whole : {};
  const part = replaced((parts as Record<string, unknown>)[step], rest, value);
  const { [step]: _, ...others } = parts as Record<string, unknown>;
  return part === undefined ? others : { ...others, [step]: part };
}

/** Whether the call's schemas accept the input; never throws. */
export function isAccepted(call: Call, { params, query, body }: CallInput): boolean {
  const flat = { ...query, ...(typeof body === 'object' ? body : {}), ...params };
  if (call.body && (typeof body !== 'object' || Array.isArray(body))) return false;
  return PARTS.every((part) => call[part]?.safeParse(flat).success ?? true);
}

/** Path and query string. Lone surrogates are sent as bytes that are not UTF-8. */
export function addressOf({ path }: Call, { params, query }: CallInput): string {
  const written = path.replace(/:(\w+)/g, (_, name: string) => escaped(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat(3).map((one) => `${name}=${escaped(one)}`),
  );
  return pairs.length > 0 ? `${written}?${pairs.join('&')}` : written;
}

function escaped(value: unknown): string {
  const text = String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : text.replace(/\p{Surrogate}/gu, '%ED%A0%80');
}

function unique(values: readonly unknown[]): unknown[] {
  const seen = new Map(
    values.map((value) => [typeof value === 'object' ? JSON.stringify(value) : value, value]),
  );
  return [...seen.values()];
}
