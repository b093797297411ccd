import { type Domain, routes, type SynonymGroup } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { ActButton, FormAct, type OpenerProps } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField, TextArea } from '@vesper/web/admin/ui/form.tsx';
import { ListTable } from '@vesper/web/admin/ui/list.tsx';
import { NameCell } from '@vesper/web/admin/ui/values.tsx';
import { Pencil, Plus, Trash2 } from 'lucide-react';

export default function SynonymsPage() {
  const list = useAdminQuery(routes.synonyms.list);
  const { data: domains = [] } = useAdminQuery(routes.domainSettings.list);
  const names = new Map(domains.map(({ id, config }) => [id, config.domain]));
  return (
    <AdminPage
      title="Synonyms"
      about="A search for one word of a group also finds the others. Plurals and other forms, and British and American spellings, need no group."
      actions={<SaveGroup word="Add synonyms" look="primary" icon={Plus} domains={domains} />}
    >
      <ListTable
        list={list}
        empty="There are no synonyms."
        caption="Synonyms"
        columns={[
          { header: 'Words', cell: (group) => <NameCell name={nameOf(group)} /> },
          {
            header: 'Domain',
            cell: ({ domainId }) => (domainId === null ? 'every domain' : (names.get(domainId) ?? '')),
          },
        ]}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        actions={(group) => (
          <>
            <SaveGroup word="Edit" row={nameOf(group)} icon={Pencil} group={group} domains={domains} />
            <DeleteGroup group={group} />
          </>
        )}
      />
    </AdminPage>
  );
}

function nameOf({ words }: SynonymGroup): string {
  return words.join(', ');
}

interface SaveGroupProps extends Pick<OpenerProps, 'word' | 'row' | 'look' | 'icon'> {
  /** Omitted to add one. */
  group?: SynonymGroup;
  domains: readonly Domain[];
}

function SaveGroup({ group, domains, ...opener }: SaveGroupProps) {
  return (
    <FormAct
      {...opener}
      title={group ? 'Edit synonyms' : 'Add synonyms'}
      action="Save"
      // As it was when the dialog opened.
      draft={{ words: group?.words.join('\n') ?? '', domainId: group?.domainId ?? '', seen: group }}
      noValidate
      run={(client, { words, domainId, seen }) => {
        const given = {
          words: words.split(/[\n,]/).flatMap((word) => word.trim() || []),
          domainId: domainId || null,
        };
        return seen
          ? client.synonyms.change({ ...given, id: seen.id, version: seen.version })
          : client.synonyms.create(given);
      }}
      failure="The synonyms could not be saved."
      success={({ words }) => `Saved ${words.join(', ')}`}
    >
      {(field) => (
        <>
          <TextArea
            label="Words"
            required
            rows={6}
            spellCheck={false}
            hint="One per line: a word, or a phrase of up to four words."
            {...field('words')}
          />
          <SelectField
            label="Domain"
            none="Every domain"
            of={domains.map(({ id, config }) => [id, config.domain])}
            {...field('domainId')}
          />
        </>
      )}
    </FormAct>
  );
}

function DeleteGroup({ group }: { group: SynonymGroup }) {
  return (
    <ActButton
      word="Delete"
      row={nameOf(group)}
      icon={Trash2}
      ask={{
        question: `Delete ${nameOf(group)}?`,
        explanation: <p>A search for one of these no longer finds the others. You can add them again.</p>,
      }}
      run={(client) => client.synonyms.delete({ id: group.id, version: group.version })}
      failure="The synonyms could not be deleted."
      success={({ message }) => message}
    />
  );
}
