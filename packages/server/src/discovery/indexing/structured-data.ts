import { cutTo, type SeenPage } from '@vesper/contract';
import { errorMessage } from '../../kernel/lib/app-error.ts';
import { checkFields, isThing } from './check-fields.ts';
import { OPEN_GRAPH_RULES, TYPE_RULES } from './field-rules.ts';

interface StructuredData {
  things: SeenPage['things'];
  /** What is wrong with scripts as a whole. */
  faults: string[];
}

const MOST_THINGS = 50;

/** The things of a page's JSON-LD scripts, each with its fields and their faults. */
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

/** A page's Open Graph, of its `<meta>`s; the first of a name counts. */
export function readOpenGraph(
  metas: readonly { name: string; content: string }[],
): SeenPage['things'][number] {
  const found: Record<string, string> = {};
  for (const { name, content } of metas) if (name.startsWith('og:')) found[name] ??= content;
  return { type: 'Open Graph', fields: checkFields(found, OPEN_GRAPH_RULES) };
}

/** Also those that a page is about: a list has rules of its own. */
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
