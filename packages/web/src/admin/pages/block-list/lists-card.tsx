import { adminHref, type BlockImport, type BlockListInfo, routes } from '@vesper/contract';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button, RowButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { IMPORT_WORDS } from './block-words.ts';
import { ImportForm } from './import-form.tsx';

/** An import that is being finished by a job is looked at again. */
const POLL_MS = 3_000;

const COLUMNS: Column<BlockListInfo>[] = [
  {
    header: 'List',
    cell: ({ name, imports: [latest] }) => (
      <>
        <span className="font-semibold wrap-anywhere">{name}</span>
        {latest && (
          <p className="text-xs text-muted">
            Version {latest.version} of {latest.dated}
          </p>
        )}
      </>
    ),
  },
  {
    header: 'Last import',
    cell: ({ imports: [latest] }) => latest && <ImportResult {...latest} />,
  },
  { header: 'When', from: 'lg', cell: ({ imports: [latest] }) => latest && <Moment at={latest.startedAt} /> },
  { header: 'By', from: 'lg', cell: ({ imports: [latest] }) => latest?.by, className: 'wrap-anywhere' },
];

/** Lists that somebody else keeps. */
export function ListsCard() {
  const { data, ...query } = useAdminQuery(
    routes.blockList.lists,
    {},
    {
      pollMs: (lists) =>
        lists?.some(({ imports: [latest] }) => latest?.state === 'finishing') ? POLL_MS : 60_000,
    },
  );
  const [isImporting, setImporting] = useState(false);
  const [removing, setRemoving] = useState<BlockListInfo>();
  const stop = useAdminMutation<string>({
    run: (client, id) => client.blockList.stopImport({ id }),
    failure: 'The import could not be stopped.',
    success: () => ({ title: 'Stopped the import' }),
  });
  return (
    <Card
      title="Imported lists"
      about="CSV files of addresses and SHA-256 hashes. A newer version of a list replaces the older one."
      actions={
        <Button icon={FileUp} onClick={() => setImporting(true)}>
          Import a list
        </Button>
      }
    >
      <ListTable
        rows={data}
        query={query}
        empty="No list has been imported."
        caption="Imported lists"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(list) => (
          <>
            {list.imports[0]?.state === 'receiving' && (
              <RowButton
                word="Stop"
                row={`the import of ${list.name}`}
                onClick={() => void stop.run(list.imports[0]?.id ?? '')}
              />
            )}
            <RowButton word="Remove" row={list.name} look="danger" onClick={() => setRemoving(list)} />
          </>
        )}
      />
      <Dialog title="Import a list" isOpen={isImporting} onClose={() => setImporting(false)}>
        <ImportForm onClose={() => setImporting(false)} />
      </Dialog>
      <RemoveList list={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  );
}

/** What an import did, its faulty lines, and the public videos that it names. */
function ImportResult({ state, added, kept, removed, faulty, faults, videos }: BlockImport) {
  return (
    <div className="text-xs">
      <p>{IMPORT_WORDS[state]}</p>
      <p className="text-muted">
        {formatCount(added)} added, {formatCount(kept)} kept, {formatCount(removed)} removed
      </p>
      {faulty > 0 && (
        <details>
          <summary className="cursor-pointer text-danger">
            {faulty === 1 ? 'One line' : `${formatCount(faulty)} lines`} could not be used
          </summary>
          <ul className="max-h-40 overflow-y-auto wrap-anywhere text-muted">
            {faults.map(({ line, sentence }) => (
              <li key={line}>
                Line {line}: {sentence}
              </li>
            ))}
          </ul>
        </details>
      )}
      {videos.length > 0 && (
        <details>
          <summary className="cursor-pointer">
            {videos.length === 1 ? 'One video' : `${formatCount(videos.length)} videos`} on the site
          </summary>
          <ul className="max-h-40 overflow-y-auto">
            {videos.map(({ id, title }) => (
              <li key={id}>
                <a className="wrap-anywhere text-primary-text hover:underline" href={adminHref('video', id)}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function RemoveList({ list, onClose }: { list: BlockListInfo | undefined; onClose: () => void }) {
  const { run, isRunning } = useAdminMutation<BlockListInfo, { message: string }>({
    run: (client, { id }) => client.blockList.removeList({ id }),
    failure: 'The list could not be removed.',
    success: ({ message }) => ({ title: message }),
  });
  return (
    <ConfirmDialog
      isOpen={list !== undefined}
      question={`Remove the list "${list?.name ?? ''}"?`}
      explanation="Everything that only this list names may be taken in again. You can import the list again."
      action="Remove"
      isDestructive
      isBusy={isRunning}
      onConfirm={() => list && void run(list).then(onClose)}
      onClose={onClose}
    />
  );
}
