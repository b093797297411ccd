import { type ManagedCategory, pageHref, type Topics } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct, OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SearchField, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { NameCell, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ruleAbout } from './names-card.tsx';

const COLUMNS: Column<ManagedCategory>[] = [
  {
    header: 'Category',
    cell: ({ name, slug, move }) => (
      <div className="flex flex-wrap items-center gap-2">
        <NameCell name={name} href={pageHref.category(slug)} />
        {move && <StatusBadge tone="busy">{`Moving to ${move.to}`}</StatusBadge>}
      </div>
    ),
  },
  {
    header: 'Synonyms',
    from: 'md',
    className: 'max-w-80 text-muted wrap-anywhere',
    cell: ({ synonyms }) => synonyms.join(', '),
  },
  { header: 'Videos', align: 'right', cell: ({ videoCount }) => formatCount(videoCount) },
];

export function CategoriesCard({ topics }: { topics: Topics }) {
  const { categories } = topics;
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const rows = categories.filter(({ name, synonyms }) =>
    [name.toLowerCase(), ...synonyms].some((text) => text.includes(wanted)),
  );
  return (
    <Card title="Categories" actions={<AddCategory topics={topics} />}>
      <div className="flex flex-col gap-4">
        <SearchField placeholder="Name or synonym" value={words} onChange={setWords} />
        <ListTable
          rows={rows}
          empty={categories.length === 0 ? 'There are no categories yet.' : 'No categories match.'}
          caption="Categories"
          columns={COLUMNS}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          actions={(category) => (
            <>
              <Rename category={category} />
              <Merge category={category} categories={categories} />
              <Delete category={category} />
            </>
          )}
        />
      </div>
    </Card>
  );
}

function AddCategory({ topics }: { topics: Topics }) {
  return (
    <FormAct
      word="Add category"
      size="small"
      icon={Plus}
      title="Add a category"
      action="Add"
      draft={{ name: '' }}
      isReady={({ name }) => name.trim() !== ''}
      run={(client, { name }) => {
        const present = ruleAbout(topics, name);
        const replaces = present && { categoryId: present.categoryId };
        return client.topics.createCategory({ name: name.trim(), ...(replaces && { replaces }) });
      }}
      failure="The category could not be added."
      success={({ name }) => `Added ${name}`}
    >
      {(field, { draft }) => {
        const present = ruleAbout(topics, draft.name);
        return (
          <TextField
            label="Name"
            required
            maxLength={60}
            hint={present && `This name maps to ${present.becomes} now. The new category replaces that rule.`}
            {...field('name')}
          />
        );
      }}
    </FormAct>
  );
}

function Rename({ category: { id, name, move } }: { category: ManagedCategory }) {
  return (
    <FormAct
      word="Rename"
      row={name}
      title={`Rename ${name}`}
      disabled={move !== null}
      // The name as it was when the button was pressed.
      draft={{ name, seenName: name }}
      isReady={(draft) => draft.name.trim() !== '' && draft.name.trim() !== draft.seenName}
      run={(client, { seenName, ...draft }) =>
        client.topics.renameCategory({ id, name: draft.name.trim(), seenName })
      }
      failure="The category could not be renamed."
      success={({ message }) => ({ title: 'Renamed', description: message })}
    >
      {(field, { draft, setDraft, isRunning }) => (
        <>
          {name !== draft.seenName && !isRunning && (
            <OutdatedNote
              what={`the name of this category, which is ${name} now,`}
              onLoad={() => setDraft({ ...draft, seenName: name })}
            />
          )}
          <p className="text-sm text-muted">
            The old name stays a synonym, and the old address redirects to the new one.
          </p>
          <TextField label="New name" required maxLength={60} {...field('name')} />
        </>
      )}
    </FormAct>
  );
}

interface MergeProps {
  category: ManagedCategory;
  categories: ManagedCategory[];
}

function Merge({ category: { id, name, videoCount, move }, categories }: MergeProps) {
  const others = categories.filter((other) => other.id !== id && other.move === null);
  return (
    <FormAct
      word="Merge"
      row={name}
      title={`Merge ${name}`}
      isDestructive
      disabled={move !== null}
      draft={{ intoId: '', seenName: name }}
      isReady={({ intoId }) => intoId !== ''}
      run={(client, draft) => {
        // As it was in the list.
        const seenIntoName = others.find((other) => other.id === draft.intoId)?.name ?? '';
        return client.topics.mergeCategory({ id, ...draft, seenIntoName });
      }}
      failure="The category could not be merged."
      success={({ message }) => ({ title: 'Merged', description: message })}
    >
      {(field) => (
        <>
          <p className="text-sm text-muted">
            {`All ${formatCount(videoCount)} videos of ${name} move to the other category. This cannot be undone.`}
          </p>
          <SelectField
            label="Into"
            required
            none="Choose a category"
            of={others.map((other) => [other.id, other.name])}
            {...field('intoId')}
          />
        </>
      )}
    </FormAct>
  );
}

function Delete({ category: { id, name, videoCount, move } }: { category: ManagedCategory }) {
  return (
    <ActButton
      word="Delete"
      row={name}
      disabled={move !== null || videoCount > 0}
      ask={{
        question: `Delete ${name}?`,
        explanation:
          'It has no public videos. A source that uses this name recreates it unless you add a rule below.',
      }}
      run={(client) => client.topics.deleteCategory({ id, seenName: name })}
      failure="The category could not be deleted."
      success={({ message }) => ({ title: 'Deleted', description: message })}
    />
  );
}
