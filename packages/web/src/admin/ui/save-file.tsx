import { type Client, CSV_MARK, csvText } from '@vesper/contract';
import { FileDown } from 'lucide-react';
import { formatCount } from '../../ui/format.ts';
import { ActButton } from './dialog/acts.tsx';

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json', zip: 'application/zip' } as const;

/** Adds today's date: `audit-2026-11-30.csv`. */
export function saveFile(name: string, content: string | Blob, kind: keyof typeof TYPES = 'csv'): void {
  const address = URL.createObjectURL(new Blob([content], { type: TYPES[kind] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.${kind}`;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export type CsvColumns<Row> = readonly (readonly [
  title: string,
  read: (row: Row) => string | number | null,
])[];

type Page<Row, Cursor> = { entries: readonly Row[]; next: Cursor | null };

interface CsvExportProps<Row, Cursor> {
  /** Without date and extension. */
  file: string;
  columns: CsvColumns<Row>;
  load: (client: Client, cursor?: Cursor) => Promise<Page<Row, Cursor>>;
  /** As many rows as a browser can easily hold. */
  most: number;
  /** "entries". */
  noun: string;
  /** Shown if there are more. */
  cut: string;
  failure: string;
}

export function CsvExport<Row, Cursor>(props: CsvExportProps<Row, Cursor>) {
  const { file, columns, load, most, noun, cut, failure } = props;
  return (
    <ActButton
      word="Export as CSV"
      icon={FileDown}
      run={(client) => collect((cursor?: Cursor) => load(client, cursor), most)}
      failure={failure}
      onDone={({ rows }) => saveFile(file, toCsv(columns, rows))}
      success={({ rows, isAll }) => ({
        title: `Exported ${formatCount(rows.length)} ${noun}`,
        ...(!isAll && { description: cut }),
      })}
    />
  );
}

/** With a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(([, read]) => read(row)));
  const header = columns.map(([title]) => title);
  return CSV_MARK + csvText(header, lines);
}

async function collect<Row, Cursor>(
  load: (cursor?: Cursor) => Promise<Page<Row, Cursor>>,
  most: number,
): Promise<{ rows: Row[]; isAll: boolean }> {
  const rows: Row[] = [];
  let cursor: Cursor | undefined;
  do {
    const page = await load(cursor);
    rows.push(...page.entries);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && rows.length < most);
  return { rows, isAll: cursor === undefined };
}
