import {
  adminHref,
  type CaseDetails,
  type CaseExport,
  type Client,
  pageHref,
  routes,
} from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { fetchFile } from '@vesper/web/admin/data/fetch-file.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { saveFile } from '@vesper/web/admin/ui/save-file.tsx';
import { bytesText } from '@vesper/web/admin/ui/value-text.ts';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { Archive, FileDown } from 'lucide-react';
import { useState } from 'react';

export function CaseExports({ details }: { details: CaseDetails }) {
  return (
    <Card
      title="Exports"
      about={`The case file contains everything written in the case and proves that it is unaltered: for a court, not for publication.${details.decidedAt ? ' The other two contain no personal data.' : ''}`}
    >
      <div className="flex flex-col gap-4">
        <CaseFile id={details.id} />
        {details.decidedAt && <Published id={details.id} />}
      </div>
    </Card>
  );
}

function CaseFile({ id }: { id: string }) {
  const [bytes, setBytes] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const { run, isRunning } = useAdminMutation({
    run() {
      setBytes(0);
      setHasFailed(false);
      return fetchFile(routes.casework.file, { id }, setBytes);
    },
    failure: 'The case file could not be created.',
    success: () => ({ title: 'Case file saved', description: 'Its README.txt explains how to verify it.' }),
    onDone: (file) => saveFile(`case-${id.slice(0, 8)}`, file, 'zip'),
    onFailure() {
      setHasFailed(true);
      return false;
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button icon={Archive} isBusy={isRunning} onClick={() => void run()}>
        Case file (zip)
      </Button>
      <p role="status" className="text-sm text-muted">
        {isRunning && bytes > 0 && `Received ${bytesText(bytes)}`}
        {!isRunning && hasFailed && 'Nothing was saved. Please try again.'}
      </p>
    </div>
  );
}

function Published({ id }: { id: string }) {
  const [heldBack, setHeldBack] = useState<CaseExport['heldBack']>([]);
  const { run, isRunning } = useAdminMutation({
    run: async (client, format: ExportFormat) => ({
      format,
      ...(await client.transparency.export({ format, caseId: id })),
    }),
    failure: 'The case could not be exported.',
    success: ({ entries, heldBack: held }) =>
      entries.length + held.length > 0
        ? undefined
        : { title: 'Nothing to export', description: 'This case is not published in this format.' },
    onDone({ format, entries: [entry], heldBack: held }) {
      setHeldBack(held);
      if (entry) saveFile(`${format}-${id.slice(0, 8)}`, JSON.stringify(entry, null, 2), 'json');
    },
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {EXPORT_FORMATS.map(({ format, one }) => (
          <Button key={format} icon={FileDown} isBusy={isRunning} onClick={() => void run(format)}>
            {one}
          </Button>
        ))}
      </div>
      <ExportProblems heldBack={heldBack} />
    </>
  );
}

/** As many as a browser holds easily. */
const MOST = 10_000;

type Collected = CaseExport & { format: ExportFormat };

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
          <TextLink href={pageHref.transparency()}>{pageHref.transparency()}</TextLink>.
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
            Export the next batch
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

const EXPORT_FORMATS = [
  { format: 'dsa', one: 'DSA statement of reasons', many: 'DSA statements of reasons' },
  { format: 'lumen', one: 'Lumen notice', many: 'Lumen notices' },
] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number]['format'];

const MOST_SHOWN = 20;

function ExportProblems({ heldBack }: Pick<CaseExport, 'heldBack'>) {
  if (heldBack.length === 0) return null;
  return (
    <div role="status" className="text-sm">
      <p className="font-semibold">{countText(heldBack.length, 'case')} held back:</p>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {heldBack.slice(0, MOST_SHOWN).map(({ caseId, sentences }) => (
          <li key={caseId} className="wrap-anywhere">
            <TextLink href={adminHref('case', caseId)}>{caseId.slice(0, 8)}</TextLink> {sentences.join(' ')}
          </li>
        ))}
      </ul>
      {heldBack.length > MOST_SHOWN && <p className="mt-1 text-muted">Only {MOST_SHOWN} are shown.</p>}
    </div>
  );
}
