import { CsvError, parse } from 'csv-parse/sync';

export type Delimiter = ',' | ';' | '\t' | '|';

/** A record, which may span several lines, or why it is unreadable. */
export interface CsvRecord {
  line: number;
  fields: string[] | undefined;
  fault: string;
}

const MAX_LINES = 200;
const MAX_LENGTH = 131_072;

/**
 * Streams CSV records (RFC 4180) without empty lines. An unreadable record costs only its first line. `choose` picks
 * the delimiter from the first record; `whole` may recognise a line with stray quotation marks.
 */
export async function* readCsvRecords(
  lines: AsyncIterable<Line>,
  choose: (firstRecord: string) => Delimiter,
  whole: (line: string) => string[] | undefined = () => undefined,
): AsyncGenerator<CsvRecord, void, undefined> {
  const source = createLineSource(lines);
  let delimiter: Delimiter | undefined;
  for (
    let gathered = await gatherRecord(source, whole);
    gathered;
    gathered = await gatherRecord(source, whole)
  ) {
    const { first, others, text } = gathered;
    delimiter ??= text === undefined ? undefined : choose(text);
    const fields =
      gathered.fields ?? (text === undefined ? undefined : parseCsvRecord(text, delimiter ?? ','));
    if (!fields) source.giveBack(others);
    yield { line: first.number, fields, fault: fields ? '' : faultOf(first) };
  }
}

/** Undefined if its quotation marks violate RFC 4180, unless `relaxed`. */
export function parseCsvRecord(
  text: string,
  delimiter: Delimiter,
  { relaxed = false }: { relaxed?: boolean } = {},
): string[] | undefined {
  // A parser costs more than most records; few have quotation marks.
  if (!text.includes('"')) return splitFields(text, delimiter);
  try {
    const options = {
      ...{ delimiter, record_delimiter: '\n', relax_column_count: true, trim: true },
      relax_quotes: relaxed,
      cast: (value: string, { quoting }: { quoting: boolean }) => (quoting ? value : unquoted(value)),
    };
    return parse(text, { ...options, max_record_size: 2 * MAX_LENGTH })[0];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

export function splitFields(line: string, delimiter: Delimiter): string[] {
  return line.split(delimiter).map((field) => unquoted(field.trim()));
}

/** Database exports write `NULL` or `\N` for no value; quoted, they are words. */
function unquoted(field: string): string {
  return field === 'NULL' || field === '\\N' ? '' : field;
}

interface Gathered {
  first: Line;
  others: Line[];
  text: string | undefined;
  fields?: string[];
}

/** RFC 4180: a record ends once the number of quotation marks is even. */
async function gatherRecord(
  source: LineSource,
  whole: (line: string) => string[] | undefined,
): Promise<Gathered | undefined> {
  let first = await source.next();
  while (first?.text?.trim() === '') first = await source.next();
  if (!first) return undefined;
  const fields = first.text?.includes('"') ? whole(first.text) : undefined;
  if (fields) return { first, others: [], text: undefined, fields };
  const others: Line[] = [];
  let text = first.text;
  let isOpen = hasOddQuotes(text);
  while (text !== undefined && isOpen) {
    const line = others.length + 1 < MAX_LINES ? await source.next() : undefined;
    if (line) others.push(line);
    isOpen = hasOddQuotes(line?.text) !== isOpen;
    text = line?.text === undefined ? undefined : `${text}\n${line.text}`;
    if (text !== undefined && text.length > MAX_LENGTH) text = undefined;
  }
  return { first, others, text };
}

function hasOddQuotes(text = ''): boolean {
  let odd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

function faultOf({ text }: Line): string {
  return text === undefined ? 'It is too long.' : 'Its quotation marks are not valid CSV (RFC 4180).';
}

type LineSource = ReturnType<typeof createLineSource>;

function createLineSource(lines: AsyncIterable<Line>) {
  const iterator = lines[Symbol.asyncIterator]();
  /** A stack. */
  const returned: Line[] = [];
  return {
    async next(): Promise<Line | undefined> {
      const again = returned.pop();
      if (again) return again;
      const step = await iterator.next();
      return step.done ? undefined : step.value;
    },
    giveBack(again: readonly Line[]): void {
      returned.push(...again.toReversed());
    },
  };
}

export interface Line {
  number: number;
  /** Undefined if too long to keep. */
  text: string | undefined;
}

/** In characters; longer lines are not kept in memory. */
export const MAX_LINE_LENGTH = 65_536;

/** Memory stays bounded for any text. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<Line, void, undefined> {
  let number = 0;
  let rest: string | undefined = '';
  for await (const text of texts) {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      number += 1;
      yield { number, text: withoutReturn(extended(rest, text.slice(start, end))) };
      rest = '';
      start = end + 1;
    }
    rest = extended(rest, text.slice(start));
  }
  if (rest !== '') yield { number: number + 1, text: withoutReturn(rest) };
}

function extended(rest: string | undefined, text: string): string | undefined {
  if (rest === undefined || rest.length + text.length > MAX_LINE_LENGTH) return undefined;
  return rest + text;
}

function withoutReturn(text: string | undefined): string | undefined {
  return text?.endsWith('\r') ? text.slice(0, -1) : text;
}
