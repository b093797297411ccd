import type { Chunks } from '../../../kernel/lib/outbound/response-body.ts';
import type { CsvRecord } from '../file/csv-records.ts';
import { type Line, readLines } from '../file/list-lines.ts';
import { dumpRecords } from './dump-records.ts';
import { decoded } from './dump-text.ts';
import { fieldsOf, guessLayout } from './guess-layout.ts';

const SAMPLED_LINES = 50;

/** The records of a delimited file, its header first; delimiter and charset are told by its beginning. */
export async function* readDelimited(bytes: Chunks): AsyncGenerator<CsvRecord, void, undefined> {
  const lines = readLines(decoded(bytes, undefined));
  const first: Line[] = [];
  for (let step = await lines.next(); !step.done; step = await lines.next()) {
    first.push(step.value);
    if (first.length === SAMPLED_LINES) break;
  }
  const sample = first.flatMap(({ text }) => (text?.trim() ? [text] : []));
  // A stray quotation mark costs its line at most; quoted fields taken for plain ones would be cut in pieces.
  const layout = { delimiter: guessLayout(sample, 'utf-8').delimiter, quoted: true };
  const width = fieldsOf(sample[0] ?? '', layout).length;
  yield* dumpRecords(joined(first, lines), layout, width);
}

async function* joined(first: readonly Line[], rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield* first;
  yield* rest;
}
