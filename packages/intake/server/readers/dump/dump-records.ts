import type { DumpLayout } from '@vesper/contract';
import { type Chunks, peek } from '@vesper/core/lib/outbound/response-body.ts';
import type { SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import {
  type CsvRecord,
  type Line,
  parseCsvRecord,
  readCsvRecords,
  readLines,
  splitFields,
} from '../file/csv-records.ts';
import { charsetOfMark, isGzip, type SourceFileLimits, unpacked } from '../file/source-file.ts';
import { fieldsOf, guessLayout } from './guess-layout.ts';
import { unzip } from './unzip.ts';

type Written = Pick<DumpLayout, 'delimiter' | 'quoted'>;

/** Skips empty lines; `columns` is the usual number of fields. */
export async function* dumpRecords(
  lines: AsyncIterable<Line>,
  { delimiter, quoted }: Written,
  columns?: number,
): AsyncGenerator<CsvRecord, void, undefined> {
  if (!quoted) return yield* plainRecords(lines, delimiter);
  // Many exports leave stray quotation marks: a line with the usual number of fields is whole.
  const whole = (line: string) => {
    const fields = parseCsvRecord(line, delimiter, { relaxed: true });
    return fields?.length === columns ? fields : undefined;
  };
  yield* readCsvRecords(lines, () => delimiter, whole);
}

async function* plainRecords(
  lines: AsyncIterable<Line>,
  delimiter: DumpLayout['delimiter'],
): AsyncGenerator<CsvRecord, void, undefined> {
  for await (const { number, text } of lines) {
    if (text === undefined) yield { line: number, fields: undefined, fault: 'It is too long.' };
    else if (text.trim() !== '') yield { line: number, fields: splitFields(text, delimiter), fault: '' };
  }
}

type Charset = DumpLayout['charset'];

/** Enough to recognise zip, UTF-16 and Latin-1. */
const ZIP_HEAD = 4;
const CHARSET_HEAD = 65_536;

/** A dump itself, gzipped or not, or the files of a zip archive. */
export async function* dumpFiles(
  response: SafeResponse,
  limits: SourceFileLimits,
): AsyncGenerator<Chunks, void, undefined> {
  const { head, body: whole } = await peek(response.body, ZIP_HEAD);
  if (!isZip(head)) return yield unpacked(whole, limits);
  for await (const file of unzip(whole, limits)) yield await unpackedOnce(file);
}

/** Nested compression would bypass the limits of the first unpacking. */
async function unpackedOnce(file: Chunks): Promise<Chunks> {
  const { head, body: whole } = await peek(file, ZIP_HEAD);
  if (!isZip(head) && !isGzip(head)) return whole;
  throw new SourceError('bad_encoding', 'The archive contains compressed files, which is not allowed.');
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

/**
 * The text as a stream, in the charset of its byte order mark, `charset`, or else a guess. Reports it to `onCharset`.
 */
export async function* decoded(
  bytes: Chunks,
  charset: Charset | undefined,
  onCharset: (charset: Charset) => void = () => undefined,
): AsyncGenerator<string, void, undefined> {
  const { head, body: whole } = await peek(bytes, charset === undefined ? CHARSET_HEAD : 3);
  const chosen = (charsetOfMark(head) as Charset | undefined) ?? charset ?? guessCharset(head);
  onCharset(chosen);
  const decoder = new TextDecoder(chosen);
  for await (const chunk of whole) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** UTF-16 has zero bytes in delimiters and digits; what is not UTF-8 counts as Latin-1. */
export function guessCharset(head: Uint8Array): Charset {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > head.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

const SAMPLED_LINES = 50;

/** Guesses delimiter and charset from the beginning; the header comes first. */
export async function* readDelimited(bytes: Chunks): AsyncGenerator<CsvRecord, void, undefined> {
  const lines = readLines(decoded(bytes, undefined));
  const first: Line[] = [];
  for (let step = await lines.next(); !step.done; step = await lines.next()) {
    first.push(step.value);
    if (first.length === SAMPLED_LINES) break;
  }
  const sample = first.flatMap(({ text }) => (text?.trim() ? [text] : []));
  // Treating quoted fields as plain would cut them; a stray quotation mark only costs its line.
  const layout = { delimiter: guessLayout(sample, 'utf-8').delimiter, quoted: true };
  const width = fieldsOf(sample[0] ?? '', layout).length;
  yield* dumpRecords(joined(first, lines), layout, width);
}

async function* joined(first: readonly Line[], rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield* first;
  yield* rest;
}
