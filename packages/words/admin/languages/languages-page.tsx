import { type Language, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { cappedText } from '@vesper/web/admin/ui/value-text.ts';
import { NameCell, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { BATCH, RunningBatches, useLanguages, useRuns } from './batches.tsx';
import { RunsCard } from './runs-card.tsx';

/** The largest means all videos. */
const SIZES = [
  [500, '500 videos'],
  [5_000, '5,000 videos'],
  [10_000_000, 'all videos'],
] as const;

const COLUMNS: Column<Language>[] = [
  {
    header: 'Language',
    cell: ({ name, nativeName, code }) => (
      <NameCell name={name}>
        <span lang={code}>{nativeName}</span>
      </NameCell>
    ),
  },
  { header: 'Code', cell: ({ code }) => <code className="text-xs">{code}</code> },
  { header: 'Keywords', align: 'right', from: 'md', cell: ({ keywords }) => cappedText(keywords) },
  {
    header: 'Translations',
    align: 'right',
    cell: ({ isOriginal, translations }) => (isOriginal ? 'originals' : formatCount(translations)),
  },
  {
    header: 'State',
    cell: ({ enabled }) => (
      <StatusBadge tone={enabled ? 'good' : 'calm'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>
    ),
  },
];

export default function LanguagesPage() {
  const list = useLanguages();
  const translator = useAdminQuery(routes.translations.translator);
  const runs = useRuns(20);
  const [size, setSize] = useState<number>(SIZES[0][0]);
  const can = translator.data?.languageCodes ?? [];
  return (
    <AdminPage
      title="Languages"
      about="Languages of keyword pages and translations. The originals are in English. A disabled language has no keyword pages and cannot be chosen."
      actions={<AddLanguage />}
    >
      <Card title="Translator" about={translator.data?.sentence ?? 'Asking...'}>
        <div className="max-w-60">
          <SelectField
            label="Videos per batch"
            value={size}
            onChange={({ target }) => setSize(Number(target.value))}
            of={SIZES}
          />
        </div>
        <RunningBatches runs={runs} />
      </Card>
      <ListTable
        list={list}
        empty="There are no languages."
        caption="Languages"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(language) => (
          <>
            <EnabledButton language={language} />
            <TranslateButton language={language} isKnown={can.includes(language.code)} size={size} />
            {!language.isOriginal && <DeleteButton language={language} />}
          </>
        )}
      />
      <RunsCard />
    </AdminPage>
  );
}

function AddLanguage() {
  return (
    <FormAct
      word="Add language"
      look="primary"
      icon={Plus}
      title="Add a language"
      draft={{ code: '', name: '', nativeName: '' }}
      noValidate
      run={(client, draft) => client.languages.create(draft)}
      failure="The language could not be added."
      success={({ name }) => `Added ${name}`}
    >
      {(field) => (
        <>
          <TextField
            label="Code"
            required
            autoCapitalize="none"
            spellCheck={false}
            placeholder="pt-BR"
            hint="The addresses of its keyword pages start with it, so it cannot be changed later."
            {...field('code')}
          />
          <TextField label="Name in English" required {...field('name')} />
          <TextField label="Native name" required {...field('nativeName')} />
        </>
      )}
    </FormAct>
  );
}

function EnabledButton({ language: { id, version, name, enabled } }: { language: Language }) {
  return (
    <ActButton
      word={enabled ? 'Disable' : 'Enable'}
      row={name}
      look="plain"
      run={(client) => client.languages.change({ id, version, enabled: !enabled })}
      failure="The language could not be changed."
    />
  );
}

function DeleteButton({ language: { id, version, name } }: { language: Language }) {
  return (
    <ActButton
      word="Delete"
      row={name}
      icon={Trash2}
      ask={{
        question: `Delete ${name}?`,
        explanation:
          'Only a language without keywords and translations can be deleted. You can add it again later.',
      }}
      run={(client) => client.languages.delete({ id, version })}
      failure="The language could not be deleted."
      success={({ message }) => message}
    />
  );
}

interface TranslateButtonProps {
  language: Language;
  isKnown: boolean;
  size: number;
}

function TranslateButton({ language, isKnown, size }: TranslateButtonProps) {
  if (language.isOriginal) return null;
  if (!isKnown) return <span className="text-xs text-muted">Not supported by the translator</span>;
  return (
    <ActButton
      {...BATCH}
      word="Translate"
      row={`into ${language.name}`}
      disabled={!language.enabled}
      run={(client) => BATCH.run(client, { languageCode: language.code, limit: size })}
    />
  );
}
