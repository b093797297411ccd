import { type BlockEntry, type Client, CSV_MARK, csvText } from '@vesper/contract';
import { FileDown } from 'lucide-react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';

const PAGE = 1000;
/** As many as a browser holds easily. */
const MOST = 100_000;

const COLUMNS: [string, (entry: BlockEntry) => string | null][] = [
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

/** Saves what is shown, at most 100,000 entries, as a CSV file. */
export function BlockExport({ query }: { query: object }) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => collect(client, query),
    failure: 'The block list could not be exported.',
    onDone: ({ entries }) =>
      saveFile(
        'block-list',
        CSV_MARK +
          csvText(
            COLUMNS.map(([name]) => name),
            entries.map((entry) => COLUMNS.map(([, read]) => read(entry))),
          ),
      ),
    success: ({ entries, isAll }) => ({
      title: `Exported ${formatCount(entries.length)} entries`,
      ...(isAll ? {} : { description: 'These are the newest. A file holds at most 100,000.' }),
    }),
  });
  return (
    <Button icon={FileDown} isBusy={isRunning} onClick={() => void run()}>
      Export as CSV
    </Button>
  );
}

async function collect(client: Client, query: object): Promise<{ entries: BlockEntry[]; isAll: boolean }> {
  const entries: BlockEntry[] = [];
  let after: string | undefined;
  do {
    const page = await client.blockList.list({ ...query, limit: PAGE, ...(after ? { after } : {}) });
    entries.push(...page.entries);
    after = page.next ?? undefined;
  } while (after !== undefined && entries.length < MOST);
  return { entries, isAll: after === undefined };
}
