import type { DumpLayout } from '@vesper/contract';
import { type CsvRecord, parseCsvRecord, readCsvRecords, splitFields } from '../file/csv-records.ts';
import type { Line } from '../file/list-lines.ts';

type Written = Pick<DumpLayout, 'delimiter' | 'quoted'>;

/** The records of a delimited file, without empty lines; `columns` is the number that lines usually have. */
export async function* dumpRecords(
  lines: AsyncIterable<Line>,
  { delimiter, quoted }: Written,
  columns?: number,
): AsyncGenerator<CsvRecord, void, undefined> {
  if (!quoted) return yield* plainRecords(lines, delimiter);
  // Many exports leave a quotation mark inside a field as it is: a line with the usual number of fields is whole.
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
