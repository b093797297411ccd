import { type Call, inputSchema, type JsonSchema } from '@vesper/contract';

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-30T12:00:00Z',
  date: '2026-11-30',
  time: '12:00:00',
  uri: 'https://source.example/',
  email: 'name@site.example',
  uuid: '00000000-0000-4000-8000-000000000001',
};
const PLAIN = [
  ...['1', 'a', 'en', 'name', 'name-1', '02:00', '12.5', '#336699', 'site.example', '2026-11-30'],
  ...['name@site.example', 'https://source.example/', '2026-11-30T12:00:00Z', '123456', '%s', 1, true, null],
];
const WORDS = 'A plain example';

type InputSchema = NonNullable<Call['body']>;

/** An input accepted by the schema, found by trial, with few optional fields or as many as possible (`whole`). */
export function exampleInput(schema: InputSchema, { whole = false } = {}): Record<string, unknown> {
  const { properties = {}, required = [] } = inputSchema(schema);
  const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field, name)] as const);
  const needed = fields.filter(([name]) => required.includes(name));
  const optional = fields.filter(([name]) => !required.includes(name));
  const attempts = [needed, ...optional.map((one) => [...needed, one]), fields].map((attempt) =>
    repaired(schema, Object.fromEntries(attempt)),
  );
  const found = (whole ? attempts.toReversed() : attempts).find(
    (attempt) => schema.safeParse(attempt).success,
  );
  return found ?? Object.fromEntries(needed);
}

/** Tries replacements for rejected values: the contract's rules go beyond JSON Schema. */
function repaired(schema: InputSchema, value: Record<string, unknown>): Record<string, unknown> {
  let best = value;
  for (const { path } of schema.safeParse(value).error?.issues ?? []) {
    const tries = path.length === 0 ? [] : PLAIN.map((one) => replaced(best, path, one));
    const complaints = (one: unknown) => schema.safeParse(one).error?.issues.length ?? 0;
    best = tries.find((one) => complaints(one) < complaints(best)) ?? best;
  }
  return best;
}

function replaced(value: Record<string, unknown>, path: readonly PropertyKey[], part: unknown) {
  const copy = structuredClone(value);
  let at = copy as Record<PropertyKey, unknown>;
  for (const step of path.slice(0, -1)) at = (at[step] ?? {}) as Record<PropertyKey, unknown>;
  at[path.at(-1) ?? ''] = part;
  return copy;
}

export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return exampleOf(choice, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return exampleObject(schema);
  if (type === 'array') return exampleList(schema, name);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return exampleNumber(schema);
  return exampleText(schema, name);
}

function exampleObject({ properties = {}, required = [] }: JsonSchema): object {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(wanted.map(([name, field]) => [name, exampleOf(field, name)]));
}

function exampleList({ items, prefixItems }: JsonSchema, name: string): unknown[] {
  if (prefixItems) return prefixItems.map((one) => exampleOf(one, name));
  return items ? [exampleOf(items, name)] : [];
}

function exampleNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const least = Math.max(1, minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  return Math.min(maximum ?? least, least);
}

function exampleText({ format, pattern, minLength = 0, maxLength }: JsonSchema, name: string): string {
  const known = BY_FORMAT[format ?? ''];
  if (known) return known;
  if (pattern) return PLAIN.map(String).find((text) => new RegExp(pattern, 'u').test(text)) ?? '1';
  if (/^(id|before|after|cursor)$|Ids?$/.test(name)) return '1';
  const text = /ur(l|i)s?$/i.test(name) ? 'https://source.example/video-1' : WORDS;
  return text.padEnd(minLength, '.').slice(0, maxLength);
}
