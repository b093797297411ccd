import { type IndexNowTarget, MOST_WAITING, routes } from '@vesper/contract';
import { Megaphone } from 'lucide-react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, ListTable } from '../../ui/list.tsx';
import { Moment, StatusBadge } from '../../ui/values.tsx';

const POLL_MS = 60_000;

const COLUMNS: Column<IndexNowTarget>[] = [
  { header: 'Engine', cell: ({ endpoint }) => <span className="wrap-anywhere">{endpoint}</span> },
  {
    header: 'Waiting',
    align: 'right',
    cell: ({ waiting }) => `${waiting < MOST_WAITING ? '' : 'at least '}${formatCount(waiting)}`,
  },
  { header: 'Told so far', align: 'right', cell: ({ told }) => formatCount(told) },
  { header: 'Last success', cell: ({ lastToldAt }) => <Moment at={lastToldAt} /> },
  {
    header: 'State',
    cell: ({ problem, nextTryAt }) =>
      problem === null ? (
        <StatusBadge tone="good">In order</StatusBadge>
      ) : (
        <div className="flex flex-col items-start gap-0.5">
          <StatusBadge tone="warn">Not told</StatusBadge>
          <p className="text-xs text-pretty text-warn">{problem}</p>
          <p className="text-xs text-muted">
            Next try: <Moment at={nextTryAt} />
          </p>
        </div>
      ),
  },
];

/** How engines are told of the domain's changed pages. */
export function IndexNowCard({ domain }: { domain: string }) {
  const { data, ...query } = useAdminQuery(routes.indexing.indexNow, domain ? { domain } : {}, {
    pollMs: POLL_MS,
  });
  return (
    <Card
      title="Told of changes (IndexNow)"
      icon={Megaphone}
      about="Engines that take part are told of new, changed and removed pages within minutes, instead of finding them at their next visit."
    >
      <ListTable
        rows={data?.targets}
        query={query}
        empty={
          data?.isOn
            ? 'No engine is told of this domain yet: it needs a public name, and the worker must run.'
            : 'No engine is told: the setting INDEXNOW_ENDPOINTS names none.'
        }
        caption="Engines that are told of changes"
        columns={COLUMNS}
        keyOf={({ endpoint }) => endpoint}
        nameOf={({ endpoint }) => endpoint}
      />
    </Card>
  );
}
