import type { AuditEntry } from '@vesper/contract';

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

/** The entries as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => COLUMNS.map(([, read]) => cell(read(entry))));
  return `\uFEFF${[COLUMNS.map(([name]) => cell(name)), ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}

/** An apostrophe keeps spreadsheets from running text as a formula (OWASP, CSV Injection). */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function json(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
