import {
  adminHref,
  CASE_KIND_FORMS,
  CASE_ORDERS,
  type CaseDue,
  type CaseFilter,
  type CaseItem,
  type CaseKind,
  type CaseOrder,
  FIRST_CASE_ORDER,
  pageHref,
  routes,
} from '@vesper/contract';
import { useAdminQuery, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { fieldsOf, Options, SelectField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { type ReactNode, useState } from 'react';
import { CaseBatchBar } from './case-batch-bar.tsx';
import { DecidedExports } from './case-exports.tsx';
import { CaseBadges, clockInWords, Due, FILTER_WORDS, kindInWords } from './case-words.tsx';
import { ProposalsCard } from './proposal-card.tsx';

const PAGE = 50;
const POLL_MS = 30_000;

const COLUMNS: Column<CaseItem>[] = [
  {
    header: 'Notice',
    cell: ({ id, kind, title, initials, domain, addresses }) => (
      <>
        <a className="font-semibold hover:underline" href={adminHref('case', id)}>
          {kindInWords(kind)}
        </a>
        {title && <p className="mt-0.5 line-clamp-1 wrap-anywhere">{title}</p>}
        <p className="mt-0.5 text-xs wrap-anywhere text-muted">
          {[id.slice(0, 8), initials, domain, addresses > 1 && `${addresses} addresses`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </>
    ),
    className: 'sm:w-2/5',
  },
  { header: 'State', cell: (row) => <CaseBadges {...row} /> },
  { header: 'Due', cell: DueCell },
  { header: 'Videos', from: 'md', align: 'right', cell: ({ videos }) => videos },
  { header: 'Received', from: 'lg', align: 'right', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
];

function DueCell({ isOpen, state, dueAt, dueClock }: CaseItem) {
  if (!dueAt) return <span className="text-muted">{isOpen ? 'No deadline' : '-'}</span>;
  return (
    <>
      <Due at={dueAt} isUrgent={isOpen || state === 'restoring'} />
      {dueClock && <p className="mt-0.5 text-xs text-muted">{clockInWords(dueClock)}</p>}
    </>
  );
}

const ORDER_WORDS: Record<CaseOrder, string> = { due: 'Deadline', importance: 'Importance' };
const DUE_WORDS: Record<CaseDue, string> = {
  overdue: 'Overdue',
  day: 'Within a day',
  week: 'Within a week',
};

const WAITING: readonly CaseFilter[] = ['open', 'waiting', 'unconfirmed', 'incomplete'];
const DECIDED: readonly CaseFilter[] = [
  ...(['decided', 'approved', 'countered', 'restoring', 'litigation'] as const),
  ...(['denied', 'restored', 'withdrawn'] as const),
];

interface Filter {
  state: CaseFilter;
  kind: CaseKind | '';
  due: CaseDue | '';
  order: CaseOrder;
}

const NO_FILTER: Filter = { state: 'open', kind: '', due: '', order: FIRST_CASE_ORDER };

export default function CasesPage() {
  return (
    <CaseList
      title="Notices"
      about={
        <>
          All kinds of notices, sent at <TextLink href={pageHref.report()}>{pageHref.report()}</TextLink>.
          Confirmed ones come first.
        </>
      }
      first={{}}
    />
  );
}

interface CaseListProps {
  title: string;
  about: ReactNode;
  first: Partial<Filter>;
}

export function CaseList({ title, about, first }: CaseListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState<Filter>({ ...NO_FILTER, ...first });
  const { state, kind, due, order } = filter;
  const list = useNamedRows(
    routes.casework.list,
    { state, order, limit: PAGE, ...(kind && { kind }), ...(due && { due }) },
    'cases',
    POLL_MS,
  );
  const isFiltered = state !== 'open' || kind !== '' || due !== '';
  return (
    <AdminPage title={title} about={about}>
      <ProposalsCard kind={first.kind} />
      <RestorationsNote onShow={() => setFilter({ ...NO_FILTER, state: 'restoring', due: 'week' })} />
      <Filters filter={filter} onChange={setFilter} />
      <CaseBatchBar rows={list.rows ?? []} selected={selected} onClear={() => setSelected(new Set())} />
      <ListTable
        list={list}
        empty={isFiltered ? 'No notice matches these filters.' : 'No open notices.'}
        caption="Notices"
        columns={COLUMNS}
        selection={{ selected, onChange: setSelected }}
        keyOf={({ id }) => id}
        nameOf={({ kind: of, id }) => `${kindInWords(of)} ${id.slice(0, 8)}`}
      />
      {isFiltered && list.rows?.length === 0 && (
        <div className="flex justify-center">
          <Button onClick={() => setFilter({ ...NO_FILTER, order })}>Show open notices</Button>
        </div>
      )}
      <DecidedExports />
    </AdminPage>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const field = fieldsOf(filter, onChange);
  const inWords = (filters: readonly CaseFilter[]) => filters.map((one) => [one, FILTER_WORDS[one]] as const);
  return (
    <div className="grid grid-cols-2 gap-3 lg:max-w-4xl lg:grid-cols-4">
      <SelectField label="State" {...field('state')}>
        <optgroup label="Undecided">
          <Options of={inWords(WAITING)} />
        </optgroup>
        <optgroup label="Decided">
          <Options of={inWords(DECIDED)} />
        </optgroup>
        <option value="all">{FILTER_WORDS.all}</option>
      </SelectField>
      <SelectField
        label="Kind"
        none="All"
        of={CASE_KIND_FORMS.map((form) => [form.kind, form.label])}
        {...field('kind')}
      />
      <SelectField label="Due" none="Any time" of={DUE_WORDS} {...field('due')} />
      {WAITING.includes(filter.state) && filter.due === '' && (
        <SelectField
          label="Order"
          of={CASE_ORDERS.map((one) => [one, ORDER_WORDS[one]])}
          {...field('order')}
        />
      )}
    </div>
  );
}

const MOST_COUNTED = 50;

/** Takedowns that forwarded counter-notices undo within a week. */
function RestorationsNote({ onShow }: { onShow: () => void }) {
  const { data } = useAdminQuery(
    routes.casework.list,
    { state: 'restoring', due: 'week', limit: MOST_COUNTED },
    { pollMs: POLL_MS },
  );
  const [first] = data?.cases ?? [];
  if (!data || !first) return null;
  const takedowns = countText(data.cases.length, 'takedown', data.next !== null);
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-xl border border-warn p-3 text-sm">
      <span className="min-w-0 flex-1">
        {takedowns} will be undone automatically within a week, unless a court action is recorded or the
        counter-notice is dismissed
        {first.dueAt && (
          <>
            : the first <Moment at={first.dueAt} />
          </>
        )}
        .
      </span>
      <Button size="small" onClick={onShow}>
        Show
      </Button>
    </p>
  );
}
