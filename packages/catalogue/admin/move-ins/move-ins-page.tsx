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
  { header: 'Started', from: 'md', cell: ({ startedAt }) => <Moment at={startedAt} /> },
];

export default function MoveInsPage() {
  const list = useAdminQuery(routes.moveIns.list, {}, { pollMs: MOVE_IN_POLL_MS });
  return (
    <AdminPage
      title="Imports"
      about={
        <>
          Folders of films from another engine, imported as videos with their titles, tags and addresses.
          Start an import with <code>script/vesper move-in</code>; the worker copies the films.
        </>
      }
    >
      <ListTable
        list={list}
        empty="No folders imported yet."
        caption="Imported folders"
        columns={COLUMNS}
        keyOf={({ id }) => String(id)}
        nameOf={({ folder, list }) => list ?? folder}
      />
    </AdminPage>
  );
}

export const FILM_WORDS: Record<MovedFilmState, string> = {
  waiting: 'Waiting',
  working: 'Importing',
  here: 'Imported',
  duplicate: 'Already in the library',
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
  if (moveIn.notedAt === null) return { word: 'Listing incomplete', tone: 'warn' };
  if (ended < total) return { word: 'Importing', tone: 'busy' };
  return moveIn.films.failed > 0
    ? { word: 'Partly imported', tone: 'warn' }
    : { word: 'Imported', tone: 'good' };
}
