import { type AuditEntry, routes } from '@vesper/contract';
import { useState } from 'react';
import { useAdminList } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { DialogButton } from '../../ui/dialog/acts.tsx';
import { type Column, ListTable } from '../../ui/list.tsx';
import { Address, Moment, WordBadge } from '../../ui/values.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilters, NO_FILTER } from './audit-filters.tsx';
import { actionWords, byWords, OUTCOMES } from './audit-words.ts';
import { EntryDetails } from './entry-details.tsx';

const PAGE = 50;

const COLUMNS: Column<AuditEntry>[] = [
  { header: 'When', cell: ({ at }) => <Moment at={at} /> },
  {
    header: 'Who',
    cell: (entry) => (
      <>
        <span className="wrap-break-word">{entry.administrator}</span>
        {byWords(entry) && <p className="text-xs text-muted">{byWords(entry)}</p>}
      </>
    ),
    className: 'min-w-28 max-w-56',
  },
  {
    header: 'What',
    cell: ({ action }) => (
      <>
        {actionWords(action)}
        <p className="text-xs text-muted">
          <code>{action}</code>
        </p>
      </>
    ),
  },
  {
    header: 'Subject',
    from: 'md',
    cell: ({ subject }) => (
      <span className="text-xs wrap-anywhere">{subject && <Address text={subject} />}</span>
    ),
    className: 'max-w-56',
  },
  {
    header: 'Outcome',
    cell: ({ outcome, reason }) => (
      <>
        <WordBadge {...OUTCOMES[outcome]} />
        {reason && <p className="mt-1 max-w-64 text-xs text-muted">{reason}</p>}
      </>
    ),
  },
];

/** Who did what, and when; each entry opens to show the values before and after. */
export default function AuditPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const query = Object.fromEntries(
    Object.entries(filter)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
  const list = useAdminList(
    routes.audit.list,
    { ...query, limit: PAGE },
    { rowsOf: ({ entries }) => entries, nextOf: ({ next }) => next },
  );
  return (
    <AdminPage
      title="Audit log"
      about="Everything that administrators, their tokens and the command line have changed. Entries cannot be edited or deleted: “script/vesper audit verify” checks that."
      actions={<AuditExport query={query} />}
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      <ListTable
        rows={list.rows}
        query={list}
        empty="No entries match."
        caption="Audit log"
        columns={COLUMNS}
        keyOf={({ seq }) => String(seq)}
        nameOf={nameOf}
        actions={(entry) => (
          <DialogButton word="Details" row={`of ${nameOf(entry)}`} title={actionWords(entry.action)}>
            {() => <EntryDetails entry={entry} />}
          </DialogButton>
        )}
      />
    </AdminPage>
  );
}

function nameOf({ action, administrator, seq }: AuditEntry): string {
  return `${actionWords(action)} by ${administrator}, entry ${seq}`;
}
