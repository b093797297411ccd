import {
  adminHref,
  MOST_TERM,
  MOST_TERMS_AT_ONCE,
  type Refusals,
  type RefusedTerm,
  routes,
  TERM_KINDS,
  type TermKind,
} from '@vesper/contract';
import { useAdminMutation, useAdminQuery, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { fieldsOf, SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { cappedText } from '@vesper/web/admin/ui/value-text.ts';
import { Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { HelpCard, KIND_WORDS, LanguagesCard, languageName, TryCard } from './refusal-cards.tsx';

const PAGE = 50;

const COLUMNS: Column<RefusedTerm>[] = [
  {
    header: 'Term',
    cell: ({ term, language }) => (
      <span className="wrap-anywhere" lang={language} dir="auto">
        {term}
      </span>
    ),
    className: 'max-w-72',
  },
  { header: 'Language', cell: ({ language }) => languageName(language) },
  { header: 'Effect', cell: ({ kind }) => KIND_WORDS[kind] },
  { header: 'By', from: 'md', cell: ({ by }) => by },
  { header: 'Since', from: 'lg', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export default function RefusedTermsPage() {
  const [filter, setFilter] = useState({ kind: '', language: '' });
  const refusals = useAdminQuery(routes.refusals.get);
  const list = useNamedRows(
    routes.refusals.terms,
    {
      ...(filter.kind === '' ? {} : { kind: filter.kind as TermKind }),
      ...(filter.language === '' ? {} : { language: filter.language }),
      limit: PAGE,
    },
    'terms',
  );
  const field = fieldsOf(filter, setFilter);
  const languages = refusals.data?.languages ?? [];
  return (
    <AdminPage
      title="Blocked terms"
      about="Searches for these terms have no results, titles may not contain them, and imported videos that do are held for review. Other forms, look-alike letters, digits or spaces inside, and single typos are caught too."
      actions={<AddTerms />}
    >
      {refusals.data && <State refusals={refusals.data} />}
      <TryCard />
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        <SelectField
          label="Effect"
          none="All"
          of={TERM_KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
          {...field('kind')}
        />
        <SelectField
          label="Language"
          none="All"
          of={languages.map(({ language }) => [language, languageName(language)])}
          {...field('language')}
        />
      </div>
      <ListTable
        list={list}
        empty="No terms of your own. Built-in terms are not listed: only their hashes are stored."
        caption="Your terms"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ term }) => term}
        actions={(term) => <RemoveButton term={term} />}
      />
      {refusals.data && <LanguagesCard refusals={refusals.data} />}
      {refusals.data && <HelpCard key={refusals.data.version} refusals={refusals.data} />}
    </AdminPage>
  );
}

function State({ refusals: { heldBack, heldKeywords, isSweeping, sweptAt } }: { refusals: Refusals }) {
  return (
    <Card title="Held back">
      <p className="text-sm">
        {heldBack === 0 ? (
          'No videos await a decision.'
        ) : (
          <TextLink href={`${adminHref('videos')}?status=hidden&reason=refused`}>
            {cappedText(heldBack)} {heldBack === 1 ? 'video awaits' : 'videos await'} a decision
          </TextLink>
        )}
      </p>
      {heldKeywords > 0 && (
        <p className="mt-1 text-sm">
          <TextLink href={adminHref('keywords')}>
            {cappedText(heldKeywords)} {heldKeywords === 1 ? 'keyword has' : 'keywords have'} no page
          </TextLink>
        </p>
      )}
      <p className="mt-1 text-xs text-muted">
        {isSweeping ? (
          'Videos, keywords and translations are being checked.'
        ) : sweptAt ? (
          <>
            All were last checked <Moment at={sweptAt} />.
          </>
        ) : (
          'They have not been checked yet.'
        )}
      </p>
    </Card>
  );
}

function RemoveButton({ term: { id, term, language, kind } }: { term: RefusedTerm }) {
  const undo = useAdminMutation({
    run: (client) => client.refusals.add({ language, kind, terms: [term] }),
    failure: 'The term could not be added again.',
  });
  return (
    <ActButton
      word="Remove"
      row={term}
      look="danger"
      run={(client) => client.refusals.remove({ ids: [id] })}
      failure="The term could not be removed."
      success={() => ({ title: 'Removed', action: { label: 'Undo', run: () => void undo.run() } })}
    />
  );
}

const EMPTY = { language: 'en', kind: 'refused', terms: '' };

/** One term per line, pasted or read from a file. */
function AddTerms() {
  return (
    <FormAct
      word="Add terms"
      look="primary"
      icon={Plus}
      title="Add terms"
      action="Add"
      draft={EMPTY}
      noValidate
      isReady={({ terms }) => termsIn(terms).length > 0}
      check={({ terms }) => {
        const tooLong = termsIn(terms).filter((term) => term.length > MOST_TERM).length;
        if (tooLong === 0) return undefined;
        return { terms: `${formatCount(tooLong)} lines are longer than ${MOST_TERM} characters.` };
      }}
      run={(client, { language, kind, terms }) =>
        client.refusals.add({ language: language.trim(), kind: kind as TermKind, terms: termsIn(terms) })
      }
      failure="The terms could not be added."
      success={({ added, known, unusable }) => {
        const notes = [
          known > 0 && `${formatCount(known)} were already on the list.`,
          unusable > 0 && `${formatCount(unusable)} contain no letters.`,
        ].filter(Boolean);
        return { title: `${formatCount(added.length)} added`, description: notes.join(' ') };
      }}
    >
      {(field, { draft, setDraft }) => (
        <>
          <SelectField
            label="Effect"
            of={TERM_KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
            {...field('kind')}
          />
          <TextField
            label="Language"
            required
            maxLength={3}
            spellCheck={false}
            hint="A language code, such as de. It only sorts the list: every text is checked for all terms."
            {...field('language')}
          />
          <TextArea
            label="Terms"
            required
            rows={6}
            spellCheck={false}
            dir="auto"
            hint={`One word or phrase per line, at most ${formatCount(MOST_TERMS_AT_ONCE)} at once.`}
            {...field('terms')}
          />
          <TextField
            label="Or a plain text file"
            type="file"
            accept=".txt,text/plain"
            onChange={async ({ target }) => {
              const [file] = target.files ?? [];
              if (file) setDraft({ ...draft, terms: await file.text() });
            }}
          />
        </>
      )}
    </FormAct>
  );
}

function termsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
