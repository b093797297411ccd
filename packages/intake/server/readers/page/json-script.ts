import json5 from 'json5';

/** Lenient reading takes a hundred times as long as strict reading. */
const MAX_FORGIVEN_LENGTH = 500_000;
const MAX_VALUES = 100;

export interface JsonScripts {
  values: unknown[];
  unread: number;
}

/**
 * The JSON values of a page's scripts. Lenient, like search engines: comments, trailing commas, single quotes, raw
 * line breaks, HTML entities, a closing semicolon, or several values in a row.
 */
export function readJsonScripts(texts: readonly string[]): JsonScripts {
  const scripts: JsonScripts = { values: [], unread: 0 };
  let patience = MAX_FORGIVEN_LENGTH;
  for (const text of texts) {
    const bare = withoutMarks(text);
    if (bare === '') continue;
    const strict = parseStrictly(bare);
    if (!strict) patience -= bare.length;
    const values = strict ?? (patience > 0 ? forgive(text.replace(/^\uFEFF/, ''), bare) : undefined);
    scripts.values.push(...(values ?? []));
    if (!values) scripts.unread += 1;
  }
  return scripts;
}

function forgive(text: string, bare: string): unknown[] | undefined {
  const isEncoded = /&(?:quot|#34|#x22);/i.test(bare);
  return (
    parseForgivingly(text) ??
    parseForgivingly(bare) ??
    (isEncoded ? parseForgivingly(decoded(bare)) : undefined)
  );
}

function parseStrictly(text: string): unknown[] | undefined {
  try {
    return [JSON.parse(text)];
  } catch {
    return undefined;
  }
}

function parseForgivingly(text: string): unknown[] | undefined {
  try {
    return separateValues(text).map((value) => json5.parse(value));
  } catch {
    return undefined;
  }
}

/** Also comment and CDATA marks of old templates. */
function withoutMarks(text: string): string {
  let bare = text.replace(/^\uFEFF/, '').trim();
  for (const mark of ['<!--', '//', '/*', '<![CDATA[', '*/']) {
    if (bare.startsWith(mark)) bare = bare.slice(mark.length).trimStart();
  }
  for (const mark of ['*/', ']]>', '-->', '//', '/*', '-->']) {
    if (bare.endsWith(mark)) bare = bare.slice(0, -mark.length).trimEnd();
  }
  return bare;
}

/** One pass without backtracking; misreading a comment only harms that script. */
function separateValues(text: string): string[] {
  const values: string[] = [];
  let value = '';
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    const isSeparator = depth === 0 && /^[\s,;]+$/.test(token);
    if (isSeparator || token.startsWith('//') || token.startsWith('/*')) continue;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    value += /^["']/.test(token) ? token.replace(ESCAPES_AND_CONTROLS, escapeControl) : token;
    if (depth > 0 || !/^[}\]]$/.test(token)) continue;
    values.push(value);
    if (values.length === MAX_VALUES) return values;
    value = '';
  }
  return value === '' ? values : [...values, value];
}

const TOKENS =
  /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|[{}[\]]|[\s,;]+|[^"'{}[\]\s,;/]+|\//g;
const ESCAPES_AND_CONTROLS = /\\?([\u0000-\u001f\u2028\u2029])|\\[\s\S]/g;

function escapeControl(found: string, control: string | undefined): string {
  return control === undefined ? found : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const ENTITIES: Record<string, string> = {
  quot: '"',
  '#34': '"',
  '#x22': '"',
  '#39': "'",
  apos: "'",
  lt: '<',
  gt: '>',
};

/** Entities that belong to the values' markup stay. */
function decoded(text: string): string {
  return text.replace(
    /&(quot|#34|#x22|#39|apos|lt|gt);/gi,
    (_, name: string) => ENTITIES[name.toLowerCase()] ?? '',
  );
}
