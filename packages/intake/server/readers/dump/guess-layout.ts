import {
  DUMP_DELIMITERS,
  type DumpColumn,
  type DumpForm,
  type DumpLayout,
  MOST_DUMP_COLUMNS,
} from '@vesper/contract';
import { parseCsvRecord, splitFields } from '../file/csv-records.ts';
import { columnNamed, guessByContents } from './guess-columns.ts';

type Delimiter = DumpLayout['delimiter'];

/** Guesses a layout from the first lines, for a person to check. `form` overrides guesses. */
export function guessLayout(
  lines: readonly string[],
  charset: DumpLayout['charset'],
  form?: DumpForm,
): DumpLayout {
  const delimiter = form?.delimiter ?? guessDelimiter(lines);
  const quoted = form?.quoted ?? lines.some((line) => isQuoted(line, delimiter));
  const rows = lines.map((line) => fieldsOf(line, { delimiter, quoted }));
  const header = form?.header ?? isHeader(rows);
  const width = usualLength(rows);
  const named = Array.from({ length: width }, (_, index) =>
    header ? columnNamed(rows[0]?.[index] ?? '') : undefined,
  );
  const columns = guessByContents(header ? rows.slice(1) : rows, eachOnce(named));
  const waiting = (['tags', 'categories'] as const).filter(
    (column) => columns.includes(column) && !named.includes(column),
  );
  return { delimiter, quoted, header, charset, columns, ...(waiting.length > 0 && { waiting }) };
}

export function fieldsOf(
  line: string,
  { delimiter, quoted }: Pick<DumpLayout, 'delimiter' | 'quoted'>,
): string[] {
  if (!quoted) return splitFields(line, delimiter);
  return parseCsvRecord(line, delimiter, { relaxed: true }) ?? splitFields(line, delimiter);
}

/** A sentence if the columns are not enough for that delivery or a deletion list; otherwise null. */
export function missingColumns(
  columns: readonly DumpColumn[],
  needed: 'hosted' | 'remote' | 'embed' | 'deletions',
): string | null {
  const has = (...names: DumpColumn[]) => names.some((name) => columns.includes(name));
  if (needed === 'deletions')
    return has('id', 'url', 'embed') ? null : 'No column holds the id, the address or the player of a video.';
  if (needed === 'embed') {
    if (!has('embed', 'url')) return 'No column holds the embed code or address of the player.';
    return has('title') ? null : 'No column holds the title.';
  }
  return has('url', 'file') ? null : 'No column holds the address of the page or of the film.';
}

function guessDelimiter(lines: readonly string[]): Delimiter {
  const scoreOf = (delimiter: Delimiter) => {
    const rows = lines.map((line) => fieldsOf(line, { delimiter, quoted: true }));
    const width = usualLength(rows);
    return width < 2 ? 0 : rows.filter((row) => row.length === width).length * 1000 + width;
  };
  const scored = DUMP_DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(delimiter) }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function usualLength(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual = 1] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return Math.min(usual, MOST_DUMP_COLUMNS);
}

function isQuoted(line: string, delimiter: Delimiter): boolean {
  const text = `${delimiter}${line.trim()}${delimiter}`;
  return text.includes(`${delimiter}"`) && text.includes(`"${delimiter}`);
}

/** The first line names columns, and has neither an address nor a number. */
function isHeader(rows: readonly (readonly string[])[]): boolean {
  const first = rows[0]?.filter((field) => field !== '') ?? [];
  if (first.length === 0 || first.some((field) => /:\/\/|<|^\d+$/.test(field))) return false;
  const known = first.filter((field) => columnNamed(field) !== undefined).length;
  return known >= Math.min(2, first.length);
}

function eachOnce(columns: readonly (DumpColumn | undefined)[]): DumpColumn[] {
  return columns.map((column, index) => (column && columns.indexOf(column) === index ? column : 'ignored'));
}
