import { routes, type TopicMove } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/list.tsx';
import { Moment, StatusBadge } from '../../ui/values.tsx';

const COLUMNS: Column<TopicMove>[] = [
  {
    header: 'What',
    cell: ({ kind, from, to }) => `${kind === 'tag' ? 'Tag' : 'Category'} ${from} to ${to ?? 'nothing'}`,
    className: 'wrap-anywhere',
  },
  { header: 'Videos', align: 'right', cell: ({ moved }) => formatCount(moved) },
  { header: 'Begun', from: 'md', cell: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    header: 'State',
    cell: ({ finishedAt }) => (
      <StatusBadge tone={finishedAt ? 'good' : 'busy'}>{finishedAt ? 'Done' : 'Moving'}</StatusBadge>
    ),
  },
];

/** The latest moves of videos; hidden if there are none. */
export function MovesCard() {
  const { data } = useAdminQuery(routes.topics.moves, {}, { pollMs: 5000 });
  if (!data || data.length === 0) return null;
  return (
    <Card title="Moves of videos">
      <DataTable
        caption="Moves of videos"
        columns={COLUMNS}
        rows={data}
        keyOf={({ id }) => id}
        nameOf={({ from }) => from}
      />
    </Card>
  );
}
