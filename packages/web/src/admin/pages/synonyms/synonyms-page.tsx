import { type Domain, routes, type SynonymGroup } from '@vesper/contract';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Button, RowButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { DeleteGroupDialog, GroupDialog } from './synonym-dialogs.tsx';

/** Words that mean the same to a search, as the operator says. */
export default function SynonymsPage() {
  const { data: groups, ...query } = useAdminQuery(routes.synonyms.list);
  const { data: domains } = useAdminQuery(routes.domainSettings.list);
  const [edited, setEdited] = useState<SynonymGroup | 'new'>();
  const [toDelete, setToDelete] = useState<SynonymGroup>();
  return (
    <AdminPage
      title="Synonyms"
      about="A search for one word of a group also finds the others. Forms of a word, such as the plural, and British and American spellings are found without a group."
      actions={
        <Button look="primary" icon={Plus} onClick={() => setEdited('new')}>
          Add synonyms
        </Button>
      }
    >
      <ListTable
        rows={groups}
        query={query}
        empty="There are no synonyms."
        caption="Synonyms"
        columns={columnsFor(domains)}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        actions={(group) => (
          <>
            <RowButton word="Edit" row={nameOf(group)} icon={Pencil} onClick={() => setEdited(group)} />
            <RowButton word="Delete" row={nameOf(group)} icon={Trash2} onClick={() => setToDelete(group)} />
          </>
        )}
      />
      <GroupDialog group={edited} domains={domains} onClose={() => setEdited(undefined)} />
      <DeleteGroupDialog group={toDelete} onClose={() => setToDelete(undefined)} />
    </AdminPage>
  );
}

function nameOf({ words }: SynonymGroup): string {
  return words.join(', ');
}

function columnsFor(domains: readonly Domain[] | undefined): Column<SynonymGroup>[] {
  const names = new Map(domains?.map(({ id, config }) => [id, config.domain]));
  return [
    {
      header: 'Words',
      cell: ({ words }) => <span className="font-semibold wrap-anywhere">{words.join(', ')}</span>,
    },
    {
      header: 'Domain',
      cell: ({ domainId }) => (domainId === null ? 'every domain' : (names.get(domainId) ?? '')),
    },
  ];
}
