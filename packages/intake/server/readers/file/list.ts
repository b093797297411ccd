import type { SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import {
  limitProblems,
  type SourceEntry,
  type SourceItem,
  type SourceProblem,
  toLineProblem,
} from '../source-item.ts';
import { type Delimiter, type Line, parseCsvRecord, readCsvRecords, readLines } from './csv-records.ts';
import { columnOf, type ListRow, toListItem, toRow } from './list-row.ts';
import { type ReadOptions, readSourceFile, textOf } from './source-file.ts';

export type ListLimits = typeof LIST_LIMITS;
export type ListOptions = ReadOptions<ListLimits>;

const LIST_LIMITS = {
  maxFileBytes: 524_288_000,
  maxRatio: 250,
  transfer: { totalTimeoutMs: 3_600_000 },
  maxLines: 1_000_000,
};

interface NumberedRow {
  line: number;
  row: ListRow | undefined;
  fault: string;
}

/**
 * Streams a list: CSV (RFC 4180) with a header, separated by ",", ";" or tabs, or JSON Lines; UTF-8, compressed or
 * not. Unreadable lines become problems; throws only the reason of `signal`.
 */
export function readList(
  url: string,
  { fetch, signal, ...options }: ListOptions,
): AsyncGenerator<SourceEntry, void, undefined> {
  const limits = { ...LIST_LIMITS, ...options.limits };
  const accept = 'text/csv, application/x-ndjson, application/jsonl, text/plain;q=0.9, */*;q=0.5';
  const read = (response: SafeResponse) => readEntries(url, response, limits);
  return limitProblems(url, readSourceFile(url, { fetch, signal, accept, limits }, read));
}

async function* readEntries(
  file: string,
  response: SafeResponse,
  limits: ListLimits,
): AsyncGenerator<SourceItem | SourceProblem, undefined, undefined> {
  const lines = atMost(readLines(textOf(response, limits, 'utf-8')), limits.maxLines);
  try {
    for await (const row of readRows(lines)) yield toEntry(row, response.url, file);
  } finally {
    await lines.return();
  }
  return undefined;
}

function toEntry({ line, row, fault }: NumberedRow, base: string, file: string): SourceItem | SourceProblem {
  try {
    if (!row) throw new SourceError('bad_line', fault);
    return toListItem(row, base);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return toLineProblem(file, { line, message: error.message, code: error.code });
  }
}

async function* readRows(lines: AsyncGenerator<Line>): AsyncGenerator<NumberedRow, void, undefined> {
  const first = await firstLine(lines);
  const start = first.text?.trimStart() ?? '';
  if (start.startsWith('<')) {
    throw new SourceError('bad_kind', 'The address returned a web page or XML, not a list.');
  }
  if (start.startsWith('[')) {
    throw new SourceError(
      'bad_kind',
      'The file is a JSON array. A list in JSON has one object on each line.',
    );
  }
  const all = withFirst(first, lines);
  yield* start.startsWith('{') ? readJsonRows(all) : readCsvRows(all);
}

async function* readJsonRows(lines: AsyncIterable<Line>): AsyncGenerator<NumberedRow, void, undefined> {
  for await (const line of lines) {
    if (line.text?.trim() === '') continue;
    const object = parseObject(line.text ?? '');
    const row = object && toRow(Object.entries(object));
    const fault = line.text === undefined ? 'It is too long.' : 'It is not a JSON object.';
    yield checked({ line: line.number, row, fault }, line.text);
  }
}

async function* readCsvRows(lines: AsyncIterable<Line>): AsyncGenerator<NumberedRow, void, undefined> {
  let header: string[] | undefined;
  for await (const { line, fields, fault } of readCsvRecords(lines, chooseDelimiter)) {
    if (!header) {
      if (!fields) throw new SourceError('bad_kind', `The first line of the list cannot be read. ${fault}`);
      header = readHeader(fields);
      if (header !== fields) yield toNumberedRow(line, header, fields);
    } else if (fields) yield toNumberedRow(line, header, fields);
    else yield { line, row: undefined, fault };
  }
}

function toNumberedRow(line: number, header: readonly string[], fields: readonly string[]): NumberedRow {
  const row = toRow(fields.map((field, index) => [header[index] ?? '', field] as const));
  return checked({ line, row, fault: '' }, fields.join(''));
}

/** A file of only addresses needs no header. */
function readHeader(fields: string[]): string[] {
  if (fields.some((name) => columnOf(name) === 'url')) return fields;
  if (/^\s*https?:\/\//i.test(fields[0] ?? '')) return ['url'];
  const sentence =
    'The first line of the list names no column for the address: "url", "loc", "address", "link" or "sourceUrl".';
  throw new SourceError('bad_kind', sentence);
}

/** The one that yields the most known column names. */
function chooseDelimiter(header: string): Delimiter {
  const known = (delimiter: Delimiter) =>
    (parseCsvRecord(header, delimiter) ?? []).filter((name) => columnOf(name) !== undefined).length;
  const [best = ','] = ([',', ';', '\t'] as const).toSorted((one, other) => known(other) - known(one));
  return best;
}

/** Invalid UTF-8 would show as broken characters. */
function checked(row: NumberedRow, text: string | undefined): NumberedRow {
  if (!text?.includes('\ufffd')) return row;
  return { line: row.line, row: undefined, fault: 'It contains characters that are not UTF-8.' };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function firstLine(lines: AsyncGenerator<Line>): Promise<Line> {
  for (let step = await lines.next(); !step.done; step = await lines.next()) {
    if (step.value.text?.trim() !== '') return step.value;
  }
  throw new SourceError('bad_kind', 'The list is empty.');
}

async function* withFirst(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line, void, undefined> {
  yield first;
  yield* rest;
}

async function* atMost(lines: AsyncIterable<Line>, most: number): AsyncGenerator<Line, void, void> {
  for await (const line of lines) {
    if (line.number > most) {
      const count = most.toLocaleString('en');
      const sentence = `The list has more than ${count} lines; the rest of it was not read.`;
      throw new SourceError('too_many', sentence);
    }
    yield line;
  }
}
