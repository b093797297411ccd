import { type CaseDetails, type CaseExport, routes } from '@vesper/contract';
import { Archive, FileDown } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../data/calls.ts';
import { fetchFile } from '../../data/fetch-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { bytesText } from '../../ui/value-text.ts';
import { EXPORT_FORMATS, type ExportFormat, ExportProblems } from './export-formats.tsx';

/** What can be taken away of a case: everything for a court, or what is published of a decision. */
export function CaseExports({ details }: { details: CaseDetails }) {
  return (
    <Card
      title="Exports"
      about="The case file holds everything that was written, and proves by itself that nothing in it was changed: for a court, not for publishing. The other two hold no personal data."
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
    failure: 'The case file could not be made.',
    success: () => ({ title: 'Case file saved', description: 'Its README.txt says how to check it.' }),
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
        : { title: 'Nothing to export', description: 'Of such a case nothing is published in this form.' },
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
