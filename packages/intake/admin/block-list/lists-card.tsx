import { adminHref, type BlockImport, type BlockListInfo, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, NameCell, ProgressBar, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { sendList } from './send-list.ts';

/** While a job finishes an import. */
const POLL_MS = 3_000;

const IMPORT_WORDS: Record<BlockImport['state'], string> = {
  receiving: 'Incomplete',
  finishing: 'Removing entries no longer on the list',
  finished: 'Imported',
  stopped: 'Stopped',
};

const COLUMNS: Column<BlockListInfo>[] = [
  {
    header: 'List',
    cell: ({ name, imports: [latest] }) => (
      <NameCell name={name}>{latest && `Version ${latest.version} of ${latest.dated}`}</NameCell>
    ),
  },
  {
    header: 'Last import',
    cell: ({ imports: [latest] }) => latest && <ImportResult {...latest} />,
  },
  {
    header: 'Started',
    from: 'lg',
    cell: ({ imports: [latest] }) => latest && <Moment at={latest.startedAt} />,
  },
  { header: 'By', from: 'lg', cell: ({ imports: [latest] }) => latest?.by, className: 'wrap-anywhere' },
];

export function ListsCard() {
  const list = useAdminQuery(
    routes.blockList.lists,
    {},
    {
      pollMs: (lists) =>
        lists?.some(({ imports: [latest] }) => latest?.state === 'finishing') ? POLL_MS : 60_000,
    },
  );
  return (
    <Card
      title="Imported lists"
      about="CSV files of addresses and SHA-256 hashes. A newer version of a list replaces the older one."
      actions={<ImportList />}
    >
      <ListTable
        list={list}
        empty="No lists imported yet."
        caption="Imported lists"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(list) => (
          <>
            {list.imports[0]?.state === 'receiving' && (
              <ActButton
                word="Stop"
                row={`the import of ${list.name}`}
                run={(client) => client.blockList.stopImport({ id: list.imports[0]?.id ?? '' })}
                failure="The import could not be stopped."
                success={() => 'Import stopped'}
              />
            )}
            <RemoveList list={list} />
          </>
        )}
      />
    </Card>
  );
}

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
                <TextLink className="wrap-anywhere" href={adminHref('video', id)}>
                  {title}
                </TextLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function RemoveList({ list: { id, name } }: { list: BlockListInfo }) {
  return (
    <ActButton
      word="Remove"
      row={name}
      look="danger"
      ask={{
        question: `Remove the list "${name}"?`,
        explanation:
          'Anything blocked only by this list can be imported again. You can restore the list by importing it.',
      }}
      run={(client) => client.blockList.removeList({ id })}
      failure="The list could not be removed."
      success={({ message }) => message}
    />
  );
}

const EMPTY = { name: '', version: '', dated: '', file: undefined as File | undefined };

function ImportList() {
  const [share, setShare] = useState(0);
  return (
    <FormAct
      word="Import a list"
      icon={FileUp}
      title="Import a list"
      action="Import"
      draft={EMPTY}
      noValidate
      check={({ file }) => (file ? undefined : { header: 'Please choose a file.' })}
      run={(client, { file = new File([], ''), ...list }) => sendList(client, { ...list, file }, setShare)}
      failure="The list could not be imported. Choose the same file again to resume."
      success={({ lines, faulty }) => ({
        title: `Read ${formatCount(lines)} lines`,
        ...(faulty > 0 && { description: `${formatCount(faulty)} of them could not be used.` }),
      })}
    >
      {(field, { draft, setDraft, problems, isRunning }) => (
        <>
          <TextField label="List name" required {...field('name')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Version" required {...field('version')} />
            <TextField label="Version date" type="date" required {...field('dated')} />
          </div>
          <TextField
            label="CSV file"
            type="file"
            accept=".csv,text/csv,text/plain"
            required
            hint="The first line names the columns: address, sha256 or both, and optionally reason. At most a million lines."
            error={problems.header}
            onChange={({ target }) => setDraft({ ...draft, file: target.files?.[0] })}
          />
          {isRunning && <ProgressBar percent={share * 100} label="Uploading" />}
        </>
      )}
    </FormAct>
  );
}
