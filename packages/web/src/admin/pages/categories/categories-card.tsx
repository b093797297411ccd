import { type ManagedCategory, pageHref, type Topics } from '@vesper/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button, RowButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { NameForm } from './name-form.tsx';
import { ruleAbout } from './rules.ts';

type Act = 'create' | 'rename' | 'merge' | 'delete';

const COLUMNS: Column<ManagedCategory>[] = [
  {
    header: 'Category',
    cell: ({ name, slug, move }) => (
      <div className="flex flex-wrap items-center gap-2">
        <a className="font-semibold wrap-anywhere hover:underline" href={pageHref.category(slug)}>
          {name}
        </a>
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

/** All categories, with actions. */
export function CategoriesCard({ topics }: { topics: Topics }) {
  const { categories } = topics;
  const [act, setAct] = useState<{ kind: Act; category?: ManagedCategory }>();
  const [words, setWords] = useState('');
  const close = () => setAct(undefined);
  const wanted = words.trim().toLowerCase();
  const rows = categories.filter(({ name, synonyms }) =>
    [name.toLowerCase(), ...synonyms].some((text) => text.includes(wanted)),
  );
  return (
    <Card
      title="Categories"
      actions={
        <Button size="small" icon={Plus} onClick={() => setAct({ kind: 'create' })}>
          Add category
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Search"
          type="search"
          placeholder="Name or synonym"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <ListTable
          rows={rows}
          empty={categories.length === 0 ? 'There are no categories yet.' : 'No categories match.'}
          caption="Categories"
          columns={COLUMNS}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          actions={(category) =>
            (['rename', 'merge', 'delete'] as const).map((kind) => (
              <RowButton
                word={LABELS[kind]}
                row={category.name}
                key={kind}
                disabled={category.move !== null || (kind === 'delete' && category.videoCount > 0)}
                onClick={() => setAct({ kind, category })}
              />
            ))
          }
        />
      </div>
      <Dialog title="Add a category" isOpen={act?.kind === 'create'} onClose={close}>
        <CreateForm topics={topics} onClose={close} />
      </Dialog>
      <Dialog title={`Rename ${act?.category?.name ?? ''}`} isOpen={act?.kind === 'rename'} onClose={close}>
        {act?.category && <RenameForm category={act.category} categories={categories} onClose={close} />}
      </Dialog>
      <Dialog title={`Merge ${act?.category?.name ?? ''}`} isOpen={act?.kind === 'merge'} onClose={close}>
        {act?.category && <MergeForm category={act.category} categories={categories} onClose={close} />}
      </Dialog>
      <DeleteDialog category={act?.kind === 'delete' ? act.category : undefined} onClose={close} />
    </Card>
  );
}

const LABELS = { rename: 'Rename', merge: 'Merge', delete: 'Delete' } as const;

function CreateForm({ topics, onClose }: { topics: Topics; onClose: () => void }) {
  const { run, isRunning } = useAdminMutation({
    run: (client, name: string) => {
      const present = ruleAbout(topics, name);
      const replaces = present && { categoryId: present.categoryId };
      return client.topics.createCategory({ name, ...(replaces ? { replaces } : {}) });
    },
    failure: 'The category could not be added.',
    success: ({ name }) => ({ title: `Added ${name}` }),
    onDone: onClose,
  });
  return (
    <NameForm
      label="Name"
      action="Add"
      hintFor={(name) => {
        const present = ruleAbout(topics, name);
        return present && `It currently becomes ${present.becomes}: the new category replaces that.`;
      }}
      isBusy={isRunning}
      onSubmit={run}
      onClose={onClose}
    />
  );
}

interface FormProps {
  /** As it was when its button was pressed. */
  category: ManagedCategory;
  categories: ManagedCategory[];
  onClose: () => void;
}

function RenameForm({ category, categories, onClose }: FormProps) {
  const [seenName, setSeenName] = useState(category.name);
  const newest = categories.find(({ id }) => id === category.id)?.name ?? seenName;
  const { run, isRunning } = useAdminMutation({
    run: (client, name: string) => client.topics.renameCategory({ id: category.id, name, seenName }),
    failure: 'The category could not be renamed.',
    success: ({ message }) => ({ title: 'Renamed', description: message }),
    onDone: onClose,
  });
  return (
    <>
      {newest !== seenName && !isRunning && (
        <OutdatedNote
          what={`the name of this category, which is ${newest} now,`}
          onLoad={() => setSeenName(newest)}
        />
      )}
      <NameForm
        label="New name"
        action="Rename"
        initial={category.name}
        about="The old name stays a synonym, and the old address redirects to the new one."
        isBusy={isRunning}
        onSubmit={run}
        onClose={onClose}
      />
    </>
  );
}

function MergeForm({ category, categories, onClose }: FormProps) {
  const others = categories.filter(({ id, move }) => id !== category.id && move === null);
  const [intoId, setIntoId] = useState('');
  const { run, isRunning } = useAdminMutation({
    run: (client) =>
      client.topics.mergeCategory({
        ...{ id: category.id, seenName: category.name, intoId },
        // As it was in the list.
        seenIntoName: others.find(({ id }) => id === intoId)?.name ?? '',
      }),
    failure: 'The category could not be merged.',
    success: ({ message }) => ({ title: 'Merged', description: message }),
    onDone: onClose,
  });
  return (
    <>
      <p className="text-sm text-muted">
        {`All ${formatCount(category.videoCount)} videos of ${category.name} go to the other category. This cannot be undone.`}
      </p>
      <SelectField label="Into" required value={intoId} onChange={({ target }) => setIntoId(target.value)}>
        <option value="">Choose a category</option>
        <Options of={others.map(({ id, name }) => [id, name])} />
      </SelectField>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" isBusy={isRunning} disabled={intoId === ''} onClick={() => void run()}>
          Merge
        </Button>
      </DialogButtons>
    </>
  );
}

function DeleteDialog({ category, onClose }: { category: ManagedCategory | undefined; onClose: () => void }) {
  const { run, isRunning } = useAdminMutation({
    run: (client, { id, name }: ManagedCategory) => client.topics.deleteCategory({ id, seenName: name }),
    failure: 'The category could not be deleted.',
    success: ({ message }) => ({ title: 'Deleted', description: message }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={category !== undefined}
      question={`Delete ${category?.name ?? ''}?`}
      explanation="It has no public videos. A source that uses the name creates it again, unless you add a rule below."
      action="Delete"
      isDestructive
      isBusy={isRunning}
      onConfirm={() => category && void run(category)}
      onClose={onClose}
    />
  );
}
