import { adminHref, type MovedFilmState, type MoveIn, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { type BadgeWord, Moment, NameCell, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';

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
  const list = useAdminQuery(routes.moveIns.list, {}, { pollMs: MOVE_IN_POLL_MS });
  return (
    <AdminPage
      title="Imports"
      about={
        <>
          Folders of films that became videos, with what another engine knew of them. The command{' '}
          <code>script/vesper move-in</code> notes the films, and the worker brings them.
        </>
      }
    >
      <ListTable
        list={list}
        empty="No folder was moved in yet."
        caption="Folders that were moved in"
        columns={COLUMNS}
        keyOf={({ id }) => String(id)}
        nameOf={({ folder, list }) => list ?? folder}
      />
    </AdminPage>
  );
}

export const FILM_WORDS: Record<MovedFilmState, string> = {
  waiting: 'Waiting',
  working: 'Being brought',
  here: 'Here',
  duplicate: 'Here before',
  failed: 'Failed',
  undone: 'Undone',
};

export function filmCounts({ films }: Pick<MoveIn, 'films'>) {
  const total = Object.values(films).reduce((sum, n) => sum + n, 0);
  return { total, ended: total - films.waiting - films.working };
}

export function stateOf(moveIn: Pick<MoveIn, 'films' | 'notedAt' | 'undoneAt'>): BadgeWord {
  const { total, ended } = filmCounts(moveIn);
  if (moveIn.undoneAt !== null) return { word: 'Undone', tone: 'calm' };
  if (moveIn.notedAt === null) return { word: 'Not all noted', tone: 'warn' };
  if (ended < total) return { word: 'Coming in', tone: 'busy' };
  return moveIn.films.failed > 0 ? { word: 'In, with failures', tone: 'warn' } : { word: 'In', tone: 'good' };
}
