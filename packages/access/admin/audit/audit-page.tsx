import { type AuditEntry, routes } from '@vesper/contract';
import { useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { DialogButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, fieldsOf, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { type CsvColumns, CsvExport } from '@vesper/web/admin/ui/save-file.tsx';
import { Address, Moment, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { useState } from 'react';
import { actionWords, byWords, EntryDetails, OUTCOMES } from './audit-entry.tsx';

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

export default function AuditPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const query = Object.fromEntries(
    Object.entries(filter)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
  const list = useNamedRows(routes.audit.list, { ...query, limit: PAGE }, 'entries');
  return (
    <AdminPage
      title="Audit log"
      about="Everything changed by administrators, their tokens and the command line. Entries cannot be edited or deleted: “script/vesper audit verify” checks that."
      actions={<AuditExport query={query} />}
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      <ListTable
        list={list}
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

const NO_FILTER = {
  administrator: '',
  action: '',
  subject: '',
  outcome: '',
  since: '',
  until: '',
};
type AuditFilter = typeof NO_FILTER;

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** Applied on submit: each field is an exact match in an index. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const [draft, setDraft] = useState(filter);
  const field = fieldsOf(draft, setDraft);
  const clear = () => {
    setDraft(NO_FILTER);
    onChange(NO_FILTER);
  };
  return (
    <Form onSubmit={() => onChange(draft)} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <TextField label="Administrator" placeholder="anna, or cli:root" {...field('administrator')} />
      <TextField label="Action" placeholder="sources.change" {...field('action')} />
      <TextField label="Subject" placeholder="An id" {...field('subject')} />
      <SelectField label="Outcome" none="All" of={OUTCOMES} {...field('outcome')} />
      <TextField label="From (UTC)" type="date" {...field('since')} />
      <TextField label="To (UTC)" type="date" {...field('until')} />
      <div className="flex flex-wrap gap-2 sm:col-span-2 lg:col-span-3">
        <Button type="submit" look="primary">
          Show
        </Button>
        <Button onClick={clear}>Clear filters</Button>
      </div>
    </Form>
  );
}

const EXPORT_PAGE = 100;

export const CSV_COLUMNS: CsvColumns<AuditEntry> = [
  ['Number', ({ seq }) => seq],
  ['Began', ({ at }) => at],
  ['Ended', ({ endedAt }) => endedAt],
  ['Administrator', ({ administrator }) => administrator],
  ['By', ({ by }) => by],
  ['Token', ({ token }) => token],
  ['Network', ({ network }) => network],
  ['Action', ({ action }) => action],
  ['Subject', ({ subject }) => subject],
  ['Outcome', ({ outcome }) => outcome],
  ['Reason', ({ reason }) => reason],
  ['Input', ({ input }) => json(input)],
  ['Before', ({ before }) => json(before)],
  ['After', ({ after }) => json(after)],
  ['Hash', ({ hash }) => hash],
];

/** Use date filters to export more than fits in one file. */
function AuditExport({ query }: { query: object }) {
  return (
    <CsvExport
      file="audit"
      columns={CSV_COLUMNS}
      load={(client, before?: number) =>
        client.audit.list({ ...query, limit: EXPORT_PAGE, ...(before && { before }) })
      }
      most={10_000}
      noun="acts"
      cut="These are the latest. To export earlier ones, filter by date."
      failure="The audit log could not be exported."
    />
  );
}

function json(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
