import { type AuditEntry, CSV_MARK, csvText } from '@vesper/contract';

const COLUMNS: [string, (entry: AuditEntry) => string | number | null][] = [
  ['Number', ({ seq }) => seq],
  ['Began', ({ at }) => at],
  ['Ended', ({ endedAt }) => endedAt],
  ['Administrator', ({ administrator }) => administrator],
  ['By', ({ by }) => by],
  ['Token', ({ token }) => token],
  ['Network', ({ network }) => network],
  ['Action', ({ action }) => action],
  ['Subject', ({ subject }) => subject],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
  ['Input', ({ input }) => json(input)],
  ['Before', ({ before }) => json(before)],
  ['After', ({ after }) => json(after)],
  ['Hash', ({ hash }) => hash],
];

/** The entries as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => COLUMNS.map(([, read]) => read(entry)));
  const header = COLUMNS.map(([name]) => name);
  return CSV_MARK + csvText(header, rows);
}

function json(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
