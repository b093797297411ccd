/** A value of a CSV file; null is an empty cell. */
export type CsvValue = string | number | null;

/** Rows as CSV (RFC 4180) with a header line, every line ended. */
export function csvText(header: readonly string[], rows: Iterable<readonly CsvValue[]>): string {
  return [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Makes spreadsheets read CSV as UTF-8. */
export const CSV_MARK = '\uFEFF';

/** An apostrophe keeps spreadsheets from running text as a formula (OWASP, CSV Injection). */
export function csvCell(value: CsvValue): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
