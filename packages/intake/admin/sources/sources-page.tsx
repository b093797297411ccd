import { adminHref, routes, type VideoSource } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { DialogButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { fieldsOf, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, NameCell } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { NewSourceForm } from './new-source-form.tsx';
import { ReadingBadge, ReadingNote, SourceStatus, StrikesBadge } from './source-status.tsx';
import { DELIVERY_WORDS, KIND_WORDS } from './source-words.ts';

const COLUMNS: Column<VideoSource>[] = [
  {
    header: 'Source',
    cell: ({ id, name, baseUrl }) => (
      <div className="max-w-md min-w-48">
        <NameCell name={name} href={adminHref('source', id)} />
        <p className="truncate text-xs text-muted" title={baseUrl}>
          {baseUrl}
        </p>
      </div>
    ),
  },
  {
    header: 'State',
    cell: (source) => (
      <div className="max-w-72 min-w-40">
        <span className="flex flex-wrap gap-1">
          <SourceStatus source={source} />
          <ReadingBadge source={source} />
          <StrikesBadge strikes={source.strikes} />
        </span>
        <p className="mt-1 text-xs text-muted">{source.state}</p>
        <ReadingNote source={source} />
      </div>
    ),
  },
  {
    header: 'Kind',
    from: 'lg',
    cell: ({ kind, delivery }) => `${KIND_WORDS[kind]}, ${DELIVERY_WORDS[delivery].toLowerCase()}`,
  },
  { header: 'Per day', align: 'right', from: 'md', cell: ({ dailyQuota }) => formatCount(dailyQuota) },
  { header: 'Videos added', align: 'right', cell: ({ totalVideosAdded }) => formatCount(totalVideosAdded) },
  { header: 'Last crawled', from: 'md', cell: ({ lastCrawledAt }) => <Moment at={lastCrawledAt} /> },
];

const STATES = {
  all: 'All',
  active: 'Active',
  paused: 'Paused',
  unread: 'Cannot be read',
  disabled: 'Disabled',
};

export default function SourcesPage() {
  const { data, ...query } = useAdminQuery(routes.sources.list, {}, { pollMs: 30_000 });
  const [filter, setFilter] = useState({ words: '', state: 'all' });
  const field = fieldsOf(filter, setFilter);
  const rows = data?.filter((source) => fits(source, filter));
  return (
    <AdminPage
      title="Sources"
      about="Where videos come from. A source is crawled only with a valid permission, and as its robots.txt allows."
      actions={
        <DialogButton word="Add source" look="primary" icon={Plus} title="Add a source">
          {(close) => (
            <NewSourceForm onClose={close} onAdded={({ id }) => navigate(adminHref('source', id))} />
          )}
        </DialogButton>
      }
    >
      {data && data.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField label="Search" type="search" placeholder="Name or address" {...field('words')} />
          <SelectField label="State" of={STATES} {...field('state')} />
        </div>
      )}
      <ListTable
        rows={rows}
        query={query}
        empty={
          data?.length === 0
            ? 'There are no sources yet. Add one with its permission.'
            : 'No matching sources.'
        }
        caption="Sources"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
      />
    </AdminPage>
  );
}

function fits(source: VideoSource, { words, state }: { words: string; state: string }): boolean {
  const wanted = words.trim().toLowerCase();
  const isNamed = `${source.name} ${source.baseUrl}`.toLowerCase().includes(wanted);
  if (state === 'unread') return isNamed && source.lastReading?.result === 'not_read';
  return isNamed && (state === 'all' || state === stateOf(source));
}

function stateOf({ enabled, pauses }: VideoSource): 'active' | 'paused' | 'disabled' {
  if (!enabled) return 'disabled';
  return pauses.length > 0 ? 'paused' : 'active';
}
