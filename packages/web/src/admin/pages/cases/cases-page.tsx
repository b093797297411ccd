import {
  adminHref,
  CASE_FILTERS,
  CASE_KIND_FORMS,
  CASE_ORDERS,
  type CaseFilter,
  type CaseItem,
  type CaseKind,
  type CaseOrder,
  pageHref,
  routes,
} from '@vesper/contract';
import { useState } from 'react';
import { countText } from '../../../ui/format.ts';
import { useAdminList } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { CaseBatchBar } from './case-batch-bar.tsx';
import { CaseBadges, Due, kindInWords } from './case-words.tsx';
import { DecidedExports } from './decided-exports.tsx';
import { ProposalsCard } from './proposal-card.tsx';

const PAGE = 50;
const POLL_MS = 30_000;

const COLUMNS: Column<CaseItem>[] = [
  {
    header: 'Notice',
    cell: ({ id, kind, initials, domain }) => (
      <>
        <a className="font-semibold hover:underline" href={adminHref('case', id)}>
          {kindInWords(kind)}
        </a>
        <p className="mt-0.5 text-xs wrap-anywhere text-muted">
          {[initials, id.slice(0, 8), domain].filter(Boolean).join(' · ')}
        </p>
      </>
    ),
    className: 'max-w-64',
  },
  { header: 'State', cell: (row) => <CaseBadges {...row} /> },
  { header: 'Due', cell: ({ isOpen, dueAt }) => <Due at={dueAt} none={isOpen ? 'No clock runs' : '-'} /> },
  {
    header: 'Names',
    from: 'md',
    cell: ({ addresses, videos }) => (
      <>
        {addresses === 1 ? '1 address' : `${addresses} addresses`}
        <p className="text-xs text-muted">{countText(videos, 'video')} here</p>
      </>
    ),
  },
  { header: 'Received', from: 'lg', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
];

const FILTER_WORDS: Record<CaseFilter, string> = { open: 'Open', decided: 'Decided', all: 'All' };
const ORDER_WORDS: Record<CaseOrder, string> = { importance: 'Importance', due: 'Clock' };

/** The notices of every kind. */
export default function CasesPage() {
  const [state, setState] = useState<CaseFilter>('open');
  const [order, setOrder] = useState<CaseOrder>('importance');
  const [kind, setKind] = useState<CaseKind | ''>('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rows, ...query } = useAdminList(
    routes.casework.list,
    { state, order, limit: PAGE, ...(kind && { kind }) },
    { rowsOf: ({ cases }) => cases, nextOf: ({ next }) => next, pollMs: POLL_MS },
  );
  return (
    <AdminPage
      title="Notices"
      about={
        <>
          Every kind of notice, as people send them at{' '}
          <a className="text-primary-text hover:underline" href={pageHref.report()}>
            {pageHref.report()}
          </a>
          . Confirmed ones come first.
        </>
      }
    >
      <div className="grid grid-cols-2 gap-3 sm:max-w-2xl sm:grid-cols-3">
        <SelectField
          label="State"
          value={state}
          onChange={({ target }) => setState(target.value as CaseFilter)}
        >
          <Options of={CASE_FILTERS.map((filter) => [filter, FILTER_WORDS[filter]])} />
        </SelectField>
        <SelectField
          label="Kind"
          value={kind}
          onChange={({ target }) => setKind(target.value as CaseKind | '')}
        >
          <option value="">All</option>
          <Options of={CASE_KIND_FORMS.map((form) => [form.kind, form.label])} />
        </SelectField>
        {state === 'open' && (
          <SelectField
            label="Order"
            value={order}
            onChange={({ target }) => setOrder(target.value as CaseOrder)}
          >
            <Options of={CASE_ORDERS.map((one) => [one, ORDER_WORDS[one]])} />
          </SelectField>
        )}
      </div>
      <ProposalsCard />
      <CaseBatchBar rows={rows ?? []} selected={selected} onClear={() => setSelected(new Set())} />
      <ListTable
        rows={rows}
        query={query}
        empty={state === 'open' ? 'No notice waits.' : 'There are no such notices.'}
        caption="Notices"
        columns={COLUMNS}
        selection={{ selected, onChange: setSelected }}
        keyOf={({ id }) => id}
        nameOf={({ kind: of, id }) => `${kindInWords(of)} ${id.slice(0, 8)}`}
      />
      <DecidedExports />
    </AdminPage>
  );
}
