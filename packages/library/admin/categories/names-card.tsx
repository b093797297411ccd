import { MOST_TOPICS, routes, type Topics } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { CheckField, Form, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { Plus, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';

export function NamesCard({ topics }: { topics: Topics }) {
  return (
    <Card
      title="Names used by sources"
      about='A synonym puts videos with that name into a category. A name with no category puts them into "Other".'
    >
      <div className="flex flex-col gap-5">
        <NewCategoriesSwitch topics={topics} />
        <RuleForm topics={topics} />
        <Rules topics={topics} />
      </div>
    </Card>
  );
}

function NewCategoriesSwitch({ topics }: { topics: Topics }) {
  const { run, isRunning } = useAdminMutation({
    run: (client, newCategories: boolean) => client.topics.change({ newCategories }),
    failure: 'The setting could not be saved.',
    success: ({ message }) => ({ title: 'Saved', description: message }),
  });
  return (
    <CheckField
      label="Create categories for new names"
      hint='Otherwise videos with an unknown name go into "Other".'
      checked={topics.newCategories}
      disabled={isRunning}
      onChange={({ target }) => void run(target.checked)}
    />
  );
}

function RuleForm({ topics }: { topics: Topics }) {
  const [name, setName] = useState('');
  const [categoryId, setCategoryId] = useState('');
  const present = usePresentRule(topics, name);
  const { run, isRunning } = useAdminMutation({
    run: (client) =>
      client.topics.setRule({
        name: name.trim(),
        categoryId: categoryId || null,
        ...(present ? { replaces: { categoryId: present.categoryId } } : {}),
      }),
    failure: 'The rule could not be saved.',
    success: ({ message }) => ({ title: 'Saved', description: message }),
    onDone: () => setName(''),
  });
  const submit = () => {
    if (name.trim() !== '') void run();
  };
  return (
    <Form noValidate onSubmit={submit} className="grid items-end gap-3 md:grid-cols-[1fr_1fr_auto]">
      <TextField
        label="Name used by a source"
        maxLength={60}
        value={name}
        {...(present ? { hint: `This name maps to ${present.becomes} now.` } : {})}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="Category"
        none="No category (do not create)"
        of={topics.categories.map(({ id, name }) => [id, name])}
        value={categoryId}
        onChange={({ target }) => setCategoryId(target.value)}
      />
      <Button type="submit" icon={Plus} isBusy={isRunning} disabled={name.trim() === ''}>
        {present ? 'Change' : 'Add'}
      </Button>
    </Form>
  );
}

/** The rule for a name: from the lists, or looked up if they are truncated. */
function usePresentRule(topics: Topics, text: string): Rule | undefined {
  const name = text.trim().toLowerCase();
  const listed = ruleAbout(topics, name);
  const asked = useDeferredValue(name);
  const isCut = topics.categories.length >= MOST_TOPICS || topics.notCreated.length >= MOST_TOPICS;
  const { data } = useAdminQuery(
    routes.topics.rule,
    { name: asked },
    { isEnabled: isCut && !listed && asked !== '' },
  );
  if (listed || data?.name !== name || !data.rule) return listed;
  const { categoryId, category } = data.rule;
  return { name, categoryId, becomes: category ?? 'no category' };
}

function Rules({ topics }: { topics: Topics }) {
  const rules = rulesOf(topics);
  if (rules.length === 0) return <p className="text-sm text-muted">There are no rules yet.</p>;
  return (
    <ul className="flex flex-wrap gap-2">
      {rules.map(({ name, becomes, categoryId }) => (
        <li
          key={name}
          className="flex items-center gap-1 rounded-lg border border-line bg-ground pl-3 text-sm"
        >
          <span className="wrap-anywhere">
            {name} <span className="text-muted">→ {becomes}</span>
          </span>
          <ActButton
            word="Remove"
            row={name}
            icon={X}
            aria-label={`Remove the rule for ${name}`}
            run={(client) => client.topics.deleteRule({ name, categoryId: categoryId ?? '' })}
            failure="The rule could not be removed."
            success={({ message }) => ({ title: 'Removed', description: message })}
          />
        </li>
      ))}
    </ul>
  );
}

interface Rule {
  name: string;
  categoryId: string | null;
  becomes: string;
}

function rulesOf({ categories, notCreated }: Topics): Rule[] {
  const synonyms = categories.flatMap(({ id: categoryId, name: becomes, synonyms: names }) =>
    names.map((name) => ({ name, categoryId, becomes })),
  );
  return [...notCreated.map((name) => ({ name, categoryId: null, becomes: 'no category' })), ...synonyms];
}

/** Ignores case. */
export function ruleAbout(topics: Topics, name: string): Rule | undefined {
  return rulesOf(topics).find((rule) => rule.name === name.trim().toLowerCase());
}
