import { adminHref, type MoveIn, routes } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { type Column, ListTable } from '../../ui/list.tsx';
import { Moment, NameCell, WordBadge } from '../../ui/values.tsx';
import { filmCounts, stateOf } from './move-in-words.ts';

export const MOVE_IN_POLL_MS = 5000;

const COLUMNS: Column<MoveIn>[] = [
  {
    header: 'Folder',
    cell: ({ id, folder, list, sourceName }) => (
      <NameCell name={list ?? folder} href={adminHref('moveIn', String(id))}>
        {sourceName}
      </NameCell>
    ),
  },
  {
    header: 'State',
    cell: (moveIn) => <WordBadge {...stateOf(moveIn)} />,
  },
  {
    header: 'Films',
    align: 'right',
    cell: (moveIn) => {
      const { total, ended } = filmCounts(moveIn);
      return ended < total ? `${formatCount(ended)} of ${formatCount(total)}` : formatCount(total);
    },
  },
  { header: 'Failed', align: 'right', from: 'md', cell: ({ films }) => formatCount(films.failed) },
  {
    header: 'Old addresses',
    align: 'right',
    from: 'lg',
    cell: ({ oldAddresses }) => formatCount(oldAddresses),
  },
  { header: 'Began', from: 'md', cell: ({ startedAt }) => <Moment at={startedAt} /> },
];

export default function MoveInsPage() {
  const { data, ...query } = useAdminQuery(routes.moveIns.list, {}, { pollMs: MOVE_IN_POLL_MS });
  return (
    <AdminPage
      title="Moved in"
      about={
        <>
          Folders of films that became videos, with what another engine knew of them. The command{' '}
          <code>script/vesper move-in</code> notes the films, and the worker brings them.
        </>
      }
    >
      <ListTable
        rows={data}
        query={query}
        empty="No folder was moved in yet."
        caption="Folders that were moved in"
        columns={COLUMNS}
        keyOf={({ id }) => String(id)}
        nameOf={({ folder, list }) => list ?? folder}
      />
    </AdminPage>
  );
}
