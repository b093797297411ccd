import type { SourcePermission, VideoSource } from '@vesper/contract';
import { FilePlus } from 'lucide-react';
import { useState } from 'react';
import { useUnsaved } from '../../data/unsaved.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { BasisFields, EMPTY_BASIS } from './basis-fields.tsx';
import { BASIS_WORDS, SCOPE_WORDS } from './source-words.ts';

const COLUMNS: Column<SourcePermission>[] = [
  {
    header: 'Basis',
    cell: ({ basis, grantedBy }) => (
      <>
        <span className="font-semibold">{BASIS_WORDS[basis]}</span>
        {grantedBy && <p className="text-xs text-muted">by {grantedBy}</p>}
      </>
    ),
  },
  { header: 'Permits', cell: ({ scope }) => scope.map((one) => SCOPE_WORDS[one]).join(', ') },
  {
    header: 'Evidence',
    from: 'md',
    cell: ({ evidence, evidenceSha256 }) => (
      <div className="max-w-sm text-xs wrap-anywhere whitespace-pre-line text-muted">
        {evidence ?? (evidenceSha256 && `File with the SHA-256 ${evidenceSha256}`)}
      </div>
    ),
  },
  { header: 'From', cell: ({ validFrom }) => <Moment at={validFrom} /> },
  {
    header: 'Until',
    cell: ({ validUntil, endedAt }) => <Moment at={endedAt ?? validUntil} none="no end" />,
  },
  {
    header: 'State',
    cell: ({ isValid }) => (
      <StatusBadge tone={isValid ? 'good' : 'calm'}>{isValid ? 'Valid' : 'Ended'}</StatusBadge>
    ),
  },
];

/** Every basis ever recorded for this source. */
export function PermissionsCard({ source }: { source: VideoSource }) {
  const [isRecording, setRecording] = useState(false);
  return (
    <Card
      title="Basis"
      about="Why this source may be used. Records are kept until the source is deleted."
      actions={
        <Button size="small" icon={FilePlus} onClick={() => setRecording(true)}>
          Record a basis
        </Button>
      }
    >
      {source.permissions.length > 0 ? (
        <DataTable
          caption="What permits the use of this source"
          columns={COLUMNS}
          rows={source.permissions}
          keyOf={({ id }) => id}
          nameOf={({ basis }) => BASIS_WORDS[basis]}
        />
      ) : (
        <p className="text-sm text-muted">No basis is recorded, so the source is not crawled.</p>
      )}
      <Dialog title="Record a basis" isOpen={isRecording} onClose={() => setRecording(false)}>
        <BasisForm newest={source} onClose={() => setRecording(false)} />
      </Dialog>
    </Card>
  );
}

/** Keeps the input if someone else records a basis meanwhile; a note says so. */
function BasisForm({ newest, onClose }: { newest: VideoSource; onClose: () => void }) {
  const [source, setSource] = useState(newest);
  const [basis, setBasis] = useState(EMPTY_BASIS);
  useUnsaved(JSON.stringify(basis) !== JSON.stringify(EMPTY_BASIS));
  const isOutdated = JSON.stringify(newest.permissions) !== JSON.stringify(source.permissions);
  const { version } = isOutdated ? source : newest;
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => client.sources.change({ id: source.id, version, basis }),
    failure: 'The basis could not be recorded.',
    success: ({ state }) => ({ title: 'Recorded', description: state }),
    onDone: onClose,
  });
  return (
    <Form noValidate onSubmit={() => void run()}>
      {isOutdated && !isRunning && (
        <OutdatedNote what="the basis of this source" onLoad={() => setSource(newest)} />
      )}
      <p className="text-sm text-muted">It takes effect now and ends any valid one.</p>
      <BasisFields basis={basis} problems={problems} onChange={setBasis} />
      <FormButtons action="Record" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
