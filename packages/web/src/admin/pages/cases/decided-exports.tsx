import { type CaseExport, type Client, pageHref } from '@vesper/contract';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { countText } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { EXPORT_FORMATS, type ExportFormat, ExportProblems } from './export-formats.tsx';

/** As many as a browser holds easily. */
const MOST = 10_000;

type Collected = CaseExport & { format: ExportFormat };

/** Publishes what was decided: all cases in the forms of public databases, and the report that visitors see. */
export function DecidedExports() {
  const [read, setRead] = useState(0);
  const [last, setLast] = useState<Collected>();
  const { run, isRunning } = useAdminMutation({
    run: (client, { format, after }: { format: ExportFormat; after?: string | undefined }) =>
      collect(client, { format, after }, setRead),
    failure: 'The cases could not be exported.',
    onDone(collected) {
      setLast(collected);
      const { format, entries } = collected;
      if (entries.length > 0) saveFile(`${format}-cases`, JSON.stringify(entries, null, 2), 'json');
    },
    success: ({ entries, heldBack, next }) => ({
      title: entries.length > 0 ? `Exported ${countText(entries.length, 'case')}` : 'Nothing to export',
      description: [
        heldBack.length > 0 ? `${countText(heldBack.length, 'case')} held back.` : '',
        next === null ? '' : 'There are more.',
      ].join(' '),
    }),
  });
  return (
    <Card
      title="Publish decisions"
      about={
        <>
          Files for public databases, without personal data. Visitors see the counts at{' '}
          <a className="text-primary-text hover:underline" href={pageHref.transparency()}>
            {pageHref.transparency()}
          </a>
          .
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        {EXPORT_FORMATS.map(({ format, many }) => (
          <Button key={format} icon={FileDown} isBusy={isRunning} onClick={() => void run({ format })}>
            {many}
          </Button>
        ))}
        {last?.next && (
          <Button
            isBusy={isRunning}
            onClick={() => void run({ format: last.format, after: last.next ?? '' })}
          >
            Export the next ones
          </Button>
        )}
        {isRunning && read > 0 && (
          <p role="status" className="text-sm text-muted">
            {countText(read, 'case')} so far
          </p>
        )}
      </div>
      {last && last.heldBack.length > 0 && (
        <div className="mt-4">
          <ExportProblems heldBack={last.heldBack} />
        </div>
      )}
    </Card>
  );
}

async function collect(
  client: Client,
  { format, after: first }: { format: ExportFormat; after: string | undefined },
  onRead: (entries: number) => void,
): Promise<Collected> {
  const entries: unknown[] = [];
  const heldBack: CaseExport['heldBack'] = [];
  let after = first;
  do {
    const batch = await client.transparency.export({ format, ...(after && { after }) });
    entries.push(...batch.entries);
    heldBack.push(...batch.heldBack);
    after = batch.next ?? undefined;
    onRead(entries.length);
  } while (after !== undefined && entries.length < MOST);
  return { format, entries, heldBack, next: after ?? null };
}
