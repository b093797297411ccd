import type { DumpLayout } from '@vesper/contract';
import type { SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { type CsvRecord, readLines } from '../file/csv-records.ts';
import { type FileNotice, type ReadOptions, readSourceFile } from '../file/source-file.ts';
import { decoded, dumpFiles, dumpRecords } from './dump-records.ts';

export type DumpLimits = typeof DUMP_LIMITS;

export type OnLine<Item> = Item & {
  /** Counted from 1, over all files of an archive. */
  line: number;
};

/** Throws SourceError for unusable fields. */
export type ReadFields<Item> = (fields: readonly string[], layout: DumpLayout, base: string) => Item;

/** The sentence is the same for all lines with that fault. */
export interface DumpFault {
  line: number;
  message: string;
}

export interface DumpBatch<Item> {
  type: 'lines';
  items: OnLine<Item>[];
  faults: DumpFault[];
}

const DUMP_LIMITS = {
  maxFileBytes: 4 * 1024 ** 3,
  maxRatio: 250,
  // Includes the time to import the lines.
  transfer: { totalTimeoutMs: 12 * 3_600_000 },
  maxLines: 20_000_000,
};

export type DumpOptions = ReadOptions<DumpLimits> & { batchSize?: number };

const BATCH = 2000;
/** If no line fits so far, none will, and unreadable lines are the slowest. */
const MOST_IN_VAIN = 1000;
const NOT_TEXT = 'It contains characters that are not in the character set.';

/**
 * Streams a delimited dump in batches: plain, gzip, or the files of a zip archive. Unusable lines become faults; file
 * errors are reported as by `readSourceFile`. Throws only the reason of `signal`.
 */
export function readDump<Item extends object>(
  url: string,
  layout: DumpLayout,
  { fetch, signal, batchSize = BATCH, ...options }: DumpOptions,
  readFields: ReadFields<Item>,
): AsyncGenerator<DumpBatch<Item> | FileNotice, void, undefined> {
  const limits = { ...DUMP_LIMITS, ...options.limits };
  const read = (response: SafeResponse) => readBatches(response, { layout, limits, batchSize, readFields });
  return readSourceFile(url, { fetch, signal, accept: DUMP_ACCEPT, limits }, read);
}

export const DUMP_ACCEPT = 'text/csv, text/plain, application/gzip, application/zip, */*;q=0.5';

interface Reading<Item> {
  layout: DumpLayout;
  limits: DumpLimits;
  batchSize: number;
  readFields: ReadFields<Item>;
}

async function* readBatches<Item extends object>(
  response: SafeResponse,
  reading: Reading<Item>,
): AsyncGenerator<DumpBatch<Item>, undefined, undefined> {
  const { layout, limits, batchSize } = reading;
  let batch = emptyBatch<Item>();
  let before = 0;
  let inVain = 0;
  let isUsable = false;
  for await (const file of dumpFiles(response, limits)) {
    let last = 0;
    let isHeader = layout.header;
    for await (const record of dumpRecords(
      readLines(decoded(file, layout.charset)),
      layout,
      layout.columns.length,
    )) {
      last = record.line;
      if (before + last > limits.maxLines) throw tooManyLines(limits);
      if (isHeader) isHeader = false;
      else addRecord(batch, { ...record, line: before + record.line }, reading, response.url);
      isUsable ||= batch.items.length > 0;
      inVain += 1;
      if (!isUsable && inVain > MOST_IN_VAIN) {
        yield batch;
        throw nothingUsable();
      }
      if (batch.items.length + batch.faults.length < batchSize) continue;
      yield batch;
      batch = emptyBatch<Item>();
    }
    before += last;
  }
  if (before === 0) throw new SourceError('bad_kind', 'The dump is empty.');
  yield batch;
  return undefined;
}

function emptyBatch<Item>(): DumpBatch<Item> {
  return { type: 'lines', items: [], faults: [] };
}

function addRecord<Item extends object>(
  { items, faults }: DumpBatch<Item>,
  { line, fields, fault }: CsvRecord,
  { layout, readFields }: Reading<Item>,
  base: string,
): void {
  if (!fields) faults.push({ line, message: fault });
  else if (fields.some((field) => field.includes('\ufffd'))) faults.push({ line, message: NOT_TEXT });
  else {
    try {
      items.push({ ...readFields(fields, layout, base), line });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      faults.push({ line, message: faultOf(error) });
    }
  }
}

/** Leaves the address out, so that these lines are counted together. */
function faultOf({ code, message }: SourceError): string {
  if (code !== 'bad_address' || message === 'It has no address.') return message;
  return 'Its address is not an http or https address.';
}

function nothingUsable(): SourceError {
  const count = MOST_IN_VAIN.toLocaleString('en');
  const sentence = `None of the first ${count} lines can be used, so the rest was not read. Check the columns.`;
  return new SourceError('bad_kind', sentence);
}

function tooManyLines({ maxLines }: DumpLimits): SourceError {
  const count = maxLines.toLocaleString('en');
  return new SourceError('too_many', `The dump has more than ${count} lines; the rest of it was not read.`);
}
