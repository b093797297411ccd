import { cutTo, type SeenField, type SeenPage } from '@vesper/contract';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import { type FieldForm, type FieldRule, OPEN_GRAPH_RULES, TYPE_RULES } from './field-rules.ts';

interface StructuredData {
  things: SeenPage['things'];
  faults: string[];
}

const MOST_THINGS = 50;

export function readJsonLd(scripts: readonly string[]): StructuredData {
  const faults: string[] = [];
  const things = scripts.flatMap((script) => {
    try {
      const parsed: unknown = JSON.parse(script);
      if (!hasContext(parsed))
        faults.push('A JSON-LD script does not name https://schema.org as its @context.');
      return thingsIn(parsed);
    } catch (error) {
      faults.push(`A JSON-LD script is not valid JSON: ${cutTo(200, errorMessage(error))}.`);
      return [];
    }
  });
  return {
    faults,
    things: things.slice(0, MOST_THINGS).map((thing) => {
      const type = typeof thing['@type'] === 'string' ? cutTo(100, thing['@type']) : 'No type';
      const rules = Object.hasOwn(TYPE_RULES, type) ? TYPE_RULES[type] : undefined;
      return { type, fields: checkFields(thing, rules ?? []) };
    }),
  };
}

/** If a name repeats, the first counts. */
export function readOpenGraph(
  metas: readonly { name: string; content: string }[],
): SeenPage['things'][number] {
  const found: Record<string, string> = {};
  for (const { name, content } of metas) if (name.startsWith('og:')) found[name] ??= content;
  return { type: 'Open Graph', fields: checkFields(found, OPEN_GRAPH_RULES) };
}

/** Includes `mainEntity`: lists have their own rules. */
function thingsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  if (!isThing(value)) return [];
  if (Array.isArray(value['@graph'])) return thingsIn(value['@graph']);
  return [value, ...(isThing(value.mainEntity) ? [value.mainEntity] : [])];
}

function hasContext(value: unknown): boolean {
  return [value]
    .flat()
    .every((one) => isThing(one) && /^https?:\/\/schema\.org\/?$/.test(String(one['@context'])));
}

type Thing = Readonly<Record<string, unknown>>;

const LONGEST_VALUE = 300;
const MOST_OTHERS = 30;

/** Fields with a rule come first. */
export function checkFields(thing: Thing, rules: readonly FieldRule[]): SeenField[] {
  const ruled = rules.map((rule) => {
    const name = rule.names.find((one) => isThere(thing[one]));
    const value = name === undefined ? null : shownValue(thing[name]);
    return {
      name: name ?? rule.names.join(' or '),
      level: rule.level,
      value,
      fault: faultOf(thing, name, rule),
    };
  });
  const known = new Set(rules.flatMap(({ names }) => names));
  const others = Object.entries(thing)
    .filter(([name]) => !known.has(name) && !name.startsWith('@'))
    .slice(0, MOST_OTHERS)
    .map(([name, value]) => ({
      name: cutTo(100, name),
      level: 'other' as const,
      value: shownValue(value),
      fault: null,
    }));
  return [...ruled, ...others];
}

function faultOf(thing: Thing, name: string | undefined, rule: FieldRule): string | null {
  const { names, level, form, of } = rule;
  if (name === undefined) {
    if (level === 'required') return `${names.join(' or ')} is missing: engines ignore this without it.`;
    return level === 'recommended' ? `${names.join(' or ')} is missing; engines recommend it.` : null;
  }
  const values = [thing[name]].flat();
  if (!values.every((value) => FORMS[form].isMet(value))) return `${name} must be ${FORMS[form].words}.`;
  return of ? faultWithin(name, values as Thing[], of) : null;
}

function faultWithin(
  name: string,
  things: readonly Thing[],
  { type, least = 0, fields }: NonNullable<FieldRule['of']>,
): string | null {
  if (things.length < least) return `${name} must have at least ${least} entries.`;
  for (const [at, thing] of things.entries()) {
    const where = things.length > 1 ? `Entry ${at + 1} of ${name}` : name;
    if (thing['@type'] !== type) return `${where} must be of type ${type}.`;
    const isLast = at === things.length - 1;
    const found = checkFields(thing, fields).find(
      ({ fault, level, value, name: field }) =>
        // The last crumb is the page itself and needs no address.
        fault !== null && !(value === null && (level !== 'required' || (isLast && field === 'item'))),
    );
    if (found) return `${where}: ${found.fault}`;
  }
  return null;
}

function isThere(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

const FORMS: Record<FieldForm, { words: string; isMet: (value: unknown) => boolean }> = {
  text: { words: 'text', isMet: (value) => typeof value === 'string' && value.trim() !== '' },
  address: {
    words: 'a full address including https://',
    isMet: (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
  },
  moment: {
    words: 'a date, or a date and time with a time zone (ISO 8601)',
    isMet: (value) =>
      typeof value === 'string' &&
      /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(value) &&
      !Number.isNaN(Date.parse(value)),
  },
  duration: {
    words: 'a duration above zero (ISO 8601, such as PT1M30S)',
    isMet: (value) =>
      typeof value === 'string' &&
      /^P(?!$)(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/.test(value) &&
      /[1-9]/.test(value),
  },
  number: {
    words: 'a number',
    isMet: (value) =>
      typeof value === 'number' ? value >= 0 : typeof value === 'string' && /^\d+$/.test(value),
  },
  'yes or no': { words: 'true or false', isMet: (value) => typeof value === 'boolean' },
  things: { words: 'an object with its own fields', isMet: isThing },
};

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${cutTo(LONGEST_VALUE, text)}…` : text;
}
