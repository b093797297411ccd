import type { HowItIs } from '@vesper/contract';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SeverityBadge } from './conditions-card.tsx';

type Past = HowItIs['past'][number];

const COLUMNS: Column<Past>[] = [
  { header: 'What', cell: ({ sentence }) => <span className="wrap-anywhere">{sentence}</span> },
  { header: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { header: 'Began', cell: ({ since }) => <Moment at={since} /> },
  { header: 'Ended', cell: ({ endedAt }) => <Moment at={endedAt} /> },
];

/** What was told, and has ended. */
export function PastCard({ past }: Pick<HowItIs, 'past'>) {
  return (
    <Card title="Before" about="What lasted long enough to be told, and has ended: the last 50 of 90 days.">
      <ListState rows={past} empty="Nothing yet.">
        <DataTable
          caption="Past alerts"
          columns={COLUMNS}
          rows={past}
          keyOf={({ key, since }) => `${key} ${since}`}
          nameOf={({ sentence }) => sentence}
        />
      </ListState>
    </Card>
  );
}
