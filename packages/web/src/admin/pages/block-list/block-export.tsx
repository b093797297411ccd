import type { BlockEntry } from '@vesper/contract';
import { type CsvColumns, CsvExport } from '../../ui/csv-export.tsx';

const PAGE = 1000;

const COLUMNS: CsvColumns<BlockEntry> = [
  ['Kind', ({ kind }) => kind],
  ['What', ({ what }) => what],
  ['Source', ({ source }) => source?.name ?? null],
  ['Reason', ({ reason }) => reason],
  ['From', ({ origin }) => origin],
  ['Case', ({ caseId }) => caseId],
  ['List', ({ list }) => list?.name ?? null],
  ['Version', ({ list }) => list?.version ?? null],
  ['Administrator', ({ by }) => by],
  ['Since', ({ createdAt }) => createdAt],
  ['Until', ({ until }) => until],
];

/** Saves what is shown. */
export function BlockExport({ query }: { query: object }) {
  return (
    <CsvExport
      file="block-list"
      columns={COLUMNS}
      load={async (client, after?: string) => {
        const page = await client.blockList.list({ ...query, limit: PAGE, ...(after && { after }) });
        return { rows: page.entries, next: page.next };
      }}
      most={100_000}
      noun="entries"
      cut="These are the newest. A file holds at most 100,000."
      failure="The block list could not be exported."
    />
  );
}
