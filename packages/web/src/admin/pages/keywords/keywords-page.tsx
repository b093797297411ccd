import {
  KEYWORD_STANDINGS,
  type KeywordRecord,
  type KeywordStanding,
  pageHref,
  routes,
} from '@vesper/contract';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { fullPages, useAdminList } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Address } from '../../ui/address.tsx';
import { Button, RowButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { fieldsOf, Options, SelectField, TextField } from '../../ui/field.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useLanguages } from '../languages/use-languages.ts';
import { DeleteKeywordDialog } from './delete-keyword-dialog.tsx';
import { EditKeywordDialog, NewKeywordDialog } from './edit-keyword-dialog.tsx';
import { LinkedVideosDialog } from './linked-videos-dialog.tsx';
import { PassButton, ReviewButton, STANDING_WORDS, Standing } from './standing.tsx';

const PAGE = 50;
/** Links of a keyword are counted up to this. */
const COUNT_CAP = 1000;

interface Filter {
  search: string;
  languageCode: string;
  enabled: '' | 'true' | 'false';
  standing: '' | KeywordStanding;
}

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete' | 'videos'; id: string };

const COLUMNS: Column<KeywordRecord>[] = [
  {
    header: 'Keyword',
    cell: ({ keyword, metaTitle }) => (
      <div className="max-w-72 min-w-36">
        <p className="font-semibold wrap-anywhere">{keyword}</p>
        <p className="truncate text-xs text-muted" title={metaTitle}>
          {metaTitle}
        </p>
      </div>
    ),
  },
  { header: 'Address', cell: (keyword) => <PageAddress {...keyword} /> },
  { header: 'Views', align: 'right', from: 'md', cell: ({ views }) => formatCount(views) },
  {
    header: 'Videos',
    align: 'right',
    cell: ({ linkedVideos }) =>
      linkedVideos >= COUNT_CAP ? `${formatCount(COUNT_CAP)}+` : formatCount(linkedVideos),
  },
  {
    header: 'State',
    cell: ({ enabled }) => (
      <StatusBadge tone={enabled ? 'good' : 'calm'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>
    ),
  },
  { header: 'Search engines', cell: (keyword) => <Standing keyword={keyword} /> },
];

export default function KeywordsPage() {
  const [filter, setFilter] = useState<Filter>({ search: '', languageCode: '', enabled: '', standing: '' });
  const asked = useDeferredValue(filter);
  const list = useAdminList(
    routes.keywords.list,
    { limit: PAGE, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value.trim() !== '')) },
    fullPages(PAGE, ({ position }) => position),
  );
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const chosen = (kind: OpenDialog['kind']) =>
    open?.kind === kind && 'id' in open ? list.rows?.find(({ id }) => id === open.id) : undefined;
  const isFiltered = Object.values(asked).some((value) => value !== '');
  return (
    <AdminPage
      title="Keywords"
      about="Each keyword has a landing page with its linked videos, in its language where they are translated."
      actions={
        <Button look="primary" icon={Plus} onClick={() => setOpen({ kind: 'new' })}>
          New keyword
        </Button>
      }
    >
      <Filters filter={filter} onChange={setFilter} />
      <ListTable
        rows={list.rows}
        query={list}
        empty={isFiltered ? 'No keywords match.' : 'There are no keywords yet.'}
        caption="Keywords"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ keyword }) => keyword}
        actions={(row) => (
          <>
            <RowButton
              word="Videos"
              row={`of ${row.keyword}`}
              onClick={() => setOpen({ kind: 'videos', id: row.id })}
            />
            <PassButton keyword={row} />
            <ReviewButton keyword={row} />
            <EnabledButton keyword={row} />
            <RowButton
              word="Edit"
              row={row.keyword}
              icon={Pencil}
              onClick={() => setOpen({ kind: 'edit', id: row.id })}
            />
            <RowButton
              word="Delete"
              row={row.keyword}
              icon={Trash2}
              onClick={() => setOpen({ kind: 'delete', id: row.id })}
            />
          </>
        )}
      />
      <NewKeywordDialog isOpen={open?.kind === 'new'} onClose={close} />
      <EditKeywordDialog keyword={chosen('edit')} onClose={close} />
      <DeleteKeywordDialog keyword={chosen('delete')} onClose={close} />
      <LinkedVideosDialog keyword={chosen('videos')} onClose={close} />
    </AdminPage>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { languages } = useLanguages();
  const field = fieldsOf(filter, onChange);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_12rem_10rem_14rem]">
      <TextField
        label="Search"
        type="search"
        placeholder="Keyword, slug, title or category"
        maxLength={200}
        {...field('search')}
      />
      <SelectField label="Language" {...field('languageCode')}>
        <option value="">All</option>
        <option value="none">No language</option>
        <Options of={languages?.map(({ code, name }) => [code, name])} />
      </SelectField>
      <SelectField label="State" {...field('enabled')}>
        <option value="">All</option>
        <option value="true">Enabled</option>
        <option value="false">Disabled</option>
      </SelectField>
      <SelectField label="Search engines" {...field('standing')}>
        <option value="">All</option>
        <Options of={KEYWORD_STANDINGS.map((standing) => [standing, STANDING_WORDS[standing].word])} />
      </SelectField>
    </div>
  );
}

function PageAddress({ languageCode, slug, enabled }: KeywordRecord) {
  const address = pageHref.keyword(languageCode ?? 'en', slug);
  const text = decodeURI(address);
  if (!enabled)
    return (
      <span className="text-muted wrap-anywhere">
        <Address text={text} />
      </span>
    );
  return (
    <a className="wrap-anywhere hover:underline" href={address}>
      <Address text={text} />
    </a>
  );
}

function EnabledButton({ keyword: { id, keyword, enabled, version } }: { keyword: KeywordRecord }) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.keywords.change({ id, version, enabled: !enabled }),
    failure: 'Failed to update keyword',
  });
  return (
    <RowButton
      word={enabled ? 'Disable' : 'Enable'}
      row={keyword}
      look="plain"
      isBusy={isRunning}
      onClick={() => void run()}
    />
  );
}
