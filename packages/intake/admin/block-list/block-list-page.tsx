import {
  adminHref,
  BLOCK_KINDS,
  BLOCK_ORIGINS,
  type BlockEntry,
  type BlockKind,
  type BlockOrigin,
  routes,
} from '@vesper/contract';
import { useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, fieldsOf, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { type CsvColumns, CsvExport } from '@vesper/web/admin/ui/save-file.tsx';
import { Address, Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { useState } from 'react';
import { AddEntry } from './add-entry.tsx';
import { ListsCard } from './lists-card.tsx';

const PAGE = 50;

const COLUMNS: Column<BlockEntry>[] = [
  {
    header: 'Entry',
    cell: (entry) => (
      <>
        <span className="text-xs wrap-anywhere">
          {/^https?:/.test(entry.what) ? <Address text={entry.what} /> : <code>{entry.what}</code>}
        </span>
        {entry.source && <p className="text-xs text-muted">{entry.source.name || 'A deleted source'}</p>}
        <p className="mt-1 text-xs wrap-anywhere text-muted md:hidden">{entry.reason}</p>
      </>
    ),
    className: 'max-w-72',
  },
  {
    header: 'Reason',
    from: 'md',
    cell: ({ reason }) => <span className="text-xs wrap-anywhere">{reason}</span>,
    className: 'max-w-72',
  },
  { header: 'Added by', cell: (entry) => <Origin {...entry} />, className: 'max-w-56' },
  { header: 'Added', from: 'lg', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Expires', from: 'lg', cell: ({ until }) => (until ? <Moment at={until} /> : 'Never') },
];

function Origin({ origin, caseId, list, by }: BlockEntry) {
  if (caseId)
    return (
      <TextLink className="text-xs wrap-anywhere" href={adminHref('case', caseId)}>
        Case {caseId.slice(0, 8)}
      </TextLink>
    );
  if (list)
    return (
      <span className="text-xs wrap-anywhere">
        {list.name}
        <span className="block text-muted">
          {list.version}, {list.dated}
        </span>
      </span>
    );
  return <span className="text-xs wrap-anywhere">{by ?? ORIGIN_WORDS[origin]}</span>;
}

const NO_FILTER = { kind: 'address', origin: '', search: '' } as const;

export default function BlockListPage() {
  const [filter, setFilter] = useState<{ kind: string; origin: string; search: string }>(NO_FILTER);
  const [typed, setTyped] = useState('');
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as {
    kind: BlockEntry['kind'];
  };
  const list = useNamedRows(routes.blockList.list, { ...query, limit: PAGE }, 'entries');
  const field = fieldsOf(filter, setFilter);
  const isSearch = filter.search !== '';
  return (
    <AdminPage
      title="Block list"
      about="Addresses, source videos and files that are never imported. Blocks future imports only; existing videos stay."
      actions={
        <>
          <BlockExport query={query} />
          <AddEntry />
        </>
      }
    >
      <Form
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
        onSubmit={() => setFilter({ ...filter, search: typed.trim() })}
      >
        <TextField
          label="Search"
          type="search"
          placeholder="Address, ID at the source, SHA-256 or case"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value === '') setFilter({ ...filter, search: '' });
          }}
        />
        <Button type="submit">Search</Button>
      </Form>
      {!isSearch && (
        <div className="grid grid-cols-2 gap-3 sm:max-w-md">
          <SelectField
            label="Kind"
            of={BLOCK_KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
            {...field('kind')}
          />
          <SelectField
            label="Added by"
            none="Anyone"
            of={BLOCK_ORIGINS.map((origin) => [origin, ORIGIN_WORDS[origin]])}
            {...field('origin')}
          />
        </div>
      )}
      <ListTable
        list={list}
        empty="No matching entries."
        caption="Block list"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={whatOf}
        actions={(entry) => entry.origin === 'administrator' && <RemoveEntry entry={entry} />}
      />
      <ListsCard />
    </AdminPage>
  );
}

function RemoveEntry({ entry }: { entry: BlockEntry }) {
  return (
    <ActButton
      word="Remove"
      row={whatOf(entry)}
      look="danger"
      ask={{
        question: 'Remove this entry?',
        explanation: (
          <span className="wrap-anywhere">
            {whatOf(entry)} can then be imported again. You can re-add the entry later.
          </span>
        ),
      }}
      run={(client) => client.blockList.remove({ id: entry.id })}
      failure="The entry could not be removed."
      success={() => 'Removed from the block list'}
    />
  );
}

const EXPORT_PAGE = 1000;

const CSV_COLUMNS: CsvColumns<BlockEntry> = [
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

function BlockExport({ query }: { query: object }) {
  return (
    <CsvExport
      file="block-list"
      columns={CSV_COLUMNS}
      load={(client, after?: string) =>
        client.blockList.list({ ...query, limit: EXPORT_PAGE, ...(after && { after }) })
      }
      most={100_000}
      noun="entries"
      cut="Only the newest 100,000 entries were exported."
      failure="The block list could not be exported."
    />
  );
}

const KIND_WORDS: Record<BlockKind, string> = {
  address: 'Addresses',
  id: 'IDs at sources',
  content: 'Files',
};

const ORIGIN_WORDS: Record<BlockOrigin, string> = {
  case: 'A case',
  administrator: 'An administrator',
  list: 'An imported list',
};

function whatOf({ kind, what }: BlockEntry): string {
  if (kind === 'id') return `The video with the ID ${what}`;
  return kind === 'content' ? `The file ${what}` : what;
}
