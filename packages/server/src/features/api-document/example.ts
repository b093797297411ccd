import type { JsonSchema } from './json-schemas.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-30T12:00:00Z',
  date: '2026-11-30',
  time: '12:00:00',
  uri: 'https://source.example/',
  email: 'name@site.example',
  uuid: '00000000-0000-4000-8000-000000000001',
};
/** Tried in turn where a pattern must be met. */
const PLAIN = ['1', 'a', 'en', 'name', 'name-1', '02:00', '12.5', '#336699', 'site.example', '2026-11-30'];
const WORDS = 'A plain example';

/**
 * A value that meets a schema of what is sent, as far as JSON Schema says it: of an object with its optional fields
 * if `whole`, else with those that must be there. `name` is that of the field it is for.
 */
export function exampleOf(schema: JsonSchema, { whole = false, name = '' } = {}): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return exampleOf(choice, { whole, name });
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return exampleObject(schema, whole);
  if (type === 'array') return exampleList(schema, { whole, name });
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return exampleNumber(schema);
  return exampleText(schema, name);
}

function exampleObject({ properties = {}, required = [] }: JsonSchema, whole: boolean): object {
  const wanted = Object.entries(properties).filter(([name]) => whole || required.includes(name));
  return Object.fromEntries(wanted.map(([name, field]) => [name, exampleOf(field, { whole, name })]));
}

function exampleList(
  { items, prefixItems }: JsonSchema,
  options: { whole: boolean; name: string },
): unknown[] {
  if (prefixItems) return prefixItems.map((one) => exampleOf(one, options));
  return items ? [exampleOf(items, options)] : [];
}

function exampleNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const least = Math.max(1, minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  return Math.min(maximum ?? least, least);
}

function exampleText({ format, pattern, minLength = 0, maxLength }: JsonSchema, name: string): string {
  const known = BY_FORMAT[format ?? ''];
  if (known) return known;
  if (pattern) return PLAIN.find((text) => new RegExp(pattern, 'u').test(text)) ?? '1';
  const text = /ur(l|i)s?$/i.test(name) ? 'https://source.example/video-1' : WORDS;
  return text.padEnd(minLength, '.').slice(0, maxLength);
}
