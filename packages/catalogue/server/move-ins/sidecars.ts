import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { createXmlParser } from '@vesper/intake/readers';
import { type Fact, FactError, type Facts, factNamed } from './said.ts';
import { isFlag } from './states.ts';

/** Larger files are not sidecars. */
export const MAX_SIDECAR_BYTES = 1024 * 1024;

/** Ours, a downloader's, a media server's: the first that exists. */
export function sidecarsOf(film: string): string[] {
  const stem = film.replace(/\.[^./]*$/, '');
  return [`${stem}.json`, `${film}.json`, `${stem}.info.json`, `${stem}.nfo`];
}

interface Sidecar {
  facts: Facts;
  unused: Map<string, string>;
}

export function readSidecar(name: string, text: string): Sidecar {
  if (name.endsWith('.nfo')) return { facts: readNfo(text), unused: new Map() };
  return readJson(text, name.endsWith('.info.json') ? OF_DOWNLOADERS : undefined);
}

/** Downloaders write much more, and the film's own address as "url". */
const OF_DOWNLOADERS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'tags', 'categories', 'upload_date', 'timestamp', 'view_count', 'duration'],
  ...['webpage_url', 'original_url', 'availability'],
]);

function readJson(text: string, wanted?: ReadonlySet<string>): Sidecar {
  let said: unknown;
  try {
    said = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new FactError('Its sidecar file is not valid JSON.');
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw new FactError('Its sidecar file must hold one JSON object.');
  const facts = new Map<Fact, string[]>();
  const unused = new Map<string, string>();
  for (const [name, value] of Object.entries(said)) {
    if (wanted && !wanted.has(name)) continue;
    const fact = factNamed(name);
    // It belongs to the film beside it.
    if (fact === 'file' || value === null) continue;
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const values = fact && valuesOf(value);
    if (!values || isFlag(name, written)) unused.set(name, written);
    else add(facts, fact, values);
  }
  return { facts, unused };
}

/** Text, a number, or a list of those. */
function valuesOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (!Array.isArray(value) || value.length > 200) return undefined;
  const values = value.map((one) =>
    typeof one === 'string' || typeof one === 'number' ? String(one) : null,
  );
  return values.every((one) => one !== null) ? values : undefined;
}

/** Of home media servers: a release date wins over the date added. */
const ELEMENTS: Readonly<Record<string, Fact>> = {
  title: 'title',
  plot: 'description',
  tag: 'tags',
  genre: 'category',
  premiered: 'published',
  aired: 'published',
  releasedate: 'published',
  dateadded: 'published',
  playcount: 'views',
  url: 'addresses',
};

function readNfo(text: string): Facts {
  const facts = new Map<Fact, string[]>();
  let element: { name: string; text: string } | undefined;
  let isOver = false;
  const parser = createXmlParser(
    { noun: 'sidecar file', notCode: 'broken_xml', maxDepth: 20 },
    {
      open(name, depth) {
        if (depth === 2) element = { name: name.toLowerCase(), text: '' };
      },
      text(part) {
        if (element) element.text += part;
      },
      close(depth) {
        if (depth === 2 && element) {
          const fact = ELEMENTS[element.name];
          const value = element.text.trim();
          if (fact && value !== '')
            add(facts, fact, [value], { isFirst: fact === 'published' && element.name !== 'dateadded' });
          element = undefined;
        }
        if (depth === 1) isOver = true;
      },
    },
  );
  try {
    parser.write(text.replace(/^\ufeff/, ''));
    parser.end();
  } catch (error) {
    // Some append an address after the end.
    if (isOver) return facts;
    if (error instanceof SourceError) throw new FactError(error.message);
    throw error;
  }
  return facts;
}

function add(
  facts: Map<Fact, string[]>,
  fact: Fact,
  values: readonly string[],
  { isFirst = false } = {},
): void {
  const known = facts.get(fact) ?? [];
  facts.set(fact, isFirst ? [...values, ...known] : [...known, ...values]);
}
