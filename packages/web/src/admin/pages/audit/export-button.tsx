import type { AuditEntry, Client } from '@vesper/contract';
import { FileDown } from 'lucide-react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { auditCsv } from './audit-csv.ts';

const PAGE = 100;
/** As many as a browser can hold easily; date filters reach the rest. */
const MOST = 10_000;

interface ExportButtonProps {
  query: object;
}

/** Saves the filtered entries, at most 10,000, as a CSV file. */
export function ExportButton({ query }: ExportButtonProps) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => collect(client, query),
    failure: 'The audit log could not be exported.',
    onDone: ({ entries }) => saveFile('audit', auditCsv(entries)),
    success: ({ entries, isAll }) => ({
      title: `Exported ${formatCount(entries.length)} acts`,
      ...(isAll ? {} : { description: 'These are the latest. To export earlier ones, filter by date.' }),
    }),
  });
  return (
    <Button icon={FileDown} isBusy={isRunning} onClick={() => void run()}>
      Export as CSV
    </Button>
  );
}

async function collect(client: Client, query: object): Promise<{ entries: AuditEntry[]; isAll: boolean }> {
  const entries: AuditEntry[] = [];
  let before: number | undefined;
  do {
    const page = await client.audit.list({ ...query, limit: PAGE, ...(before ? { before } : {}) });
    entries.push(...page.entries);
    before = page.next ?? undefined;
  } while (before !== undefined && entries.length < MOST);
  return { entries, isAll: before === undefined };
}
