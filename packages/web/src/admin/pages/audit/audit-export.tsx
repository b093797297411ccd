import type { AuditEntry } from '@vesper/contract';
import { type CsvColumns, CsvExport } from '../../ui/csv-export.tsx';

const PAGE = 100;

export const COLUMNS: CsvColumns<AuditEntry> = [
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

/** Saves the filtered entries; date filters reach those that are too many for a file. */
export function AuditExport({ query }: { query: object }) {
  return (
    <CsvExport
      file="audit"
      columns={COLUMNS}
      load={async (client, before?: number) => {
        const page = await client.audit.list({ ...query, limit: PAGE, ...(before && { before }) });
        return { rows: page.entries, next: page.next };
      }}
      most={10_000}
      noun="acts"
      cut="These are the latest. To export earlier ones, filter by date."
      failure="The audit log could not be exported."
    />
  );
}

function json(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
