import {
  type PageRules,
  RULE_FIELDS,
  type RuleField,
  type RuleFinding,
  type RulesTrial,
  type VideoSource,
} from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Form, SaveButtons, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, DataTable } from '@vesper/web/admin/ui/list.tsx';
import { Address } from '@vesper/web/admin/ui/values.tsx';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';

/** For pages without structured data. */
export function PageRulesCard({ source }: { source: VideoSource }) {
  const [draft, setDraft] = useState(() => draftOf(source.pageRules));
  const [trial, setTrial] = useState<RulesTrial>();
  const rules = rulesOf(draft);
  const hasRules = Object.keys(rules).length > 0;
  const isChanged = JSON.stringify(rules) !== JSON.stringify(rulesOf(draftOf(source.pageRules)));
  useUnsaved(isChanged);
  const saving = useAdminMutation({
    run: (client) =>
      client.sources.change({ id: source.id, version: source.version, pageRules: hasRules ? rules : null }),
    failure: 'The rules could not be saved.',
    success: 'Saved',
  });
  const trying = useAdminMutation({
    run: (client) => client.sources.tryRules({ id: source.id, rules }),
    failure: 'The rules could not be tested.',
    onDone: setTrial,
  });
  const change = (field: RuleField, rule: RulesDraft[RuleField]) => {
    setDraft({ ...draft, [field]: rule });
    saving.forgetProblems();
    trying.forgetProblems();
  };
  const problemAt = (path: string) =>
    saving.problems[`pageRules.${path}`] ?? trying.problems[`rules.${path}`];
  return (
    <Card
      title="Page rules"
      about="For sites without structured video data. Each rule is a CSS selector; without an attribute, the element's text is used. Anything the rules do not find is read as usual."
      actions={
        <Button
          size="small"
          icon={FlaskConical}
          disabled={!hasRules}
          isBusy={trying.isRunning}
          onClick={() => void trying.run()}
        >
          Test on five pages
        </Button>
      }
    >
      <Form noValidate onSubmit={() => void saving.run()}>
        {RULE_FIELDS.map((field) => {
          const { word, ...examples } = RULE_WORDS[field];
          return (
            <fieldset key={field} className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <legend className="sr-only">{word}</legend>
              {(['selector', 'attribute'] as const).map((part) => (
                <TextField
                  key={part}
                  label={`${word}: ${part}`}
                  placeholder={examples[part]}
                  autoComplete="off"
                  spellCheck={false}
                  value={draft[field][part]}
                  error={
                    problemAt(`${field}.${part}`) ?? (part === 'selector' ? problemAt(field) : undefined)
                  }
                  onChange={({ target }) => change(field, { ...draft[field], [part]: target.value })}
                />
              ))}
            </fieldset>
          );
        })}
        <SaveButtons
          isChanged={isChanged}
          isBusy={saving.isRunning}
          onDiscard={() => setDraft(draftOf(source.pageRules))}
        />
      </Form>
      <div aria-live="polite">{trial && <RulesTrialTables trial={trial} />}</div>
    </Card>
  );
}

const wordOf = ({ field }: RuleFinding) => RULE_WORDS[field].word;

const COLUMNS: Column<RuleFinding>[] = [
  { header: 'Field', cell: wordOf },
  {
    header: 'Rule result',
    className: 'max-w-72 wrap-anywhere',
    cell: ({ found, problem }) => found ?? <span className="text-muted">{problem ?? 'no rule'}</span>,
  },
  {
    header: 'Used',
    className: 'max-w-72 wrap-anywhere',
    cell: ({ taken, from }) =>
      taken === null ? (
        <span className="text-muted">nothing</span>
      ) : (
        <>
          {taken} {from && <span className="text-xs text-muted">from {from}</span>}
        </>
      ),
  },
];

function RulesTrialTables({ trial: { pages } }: { trial: RulesTrial }) {
  if (pages.length === 0)
    return <p className="mt-4 text-sm text-muted">No pages of this source are known yet. Crawl it first.</p>;
  return (
    <ol className="mt-4 flex flex-col gap-4 text-sm">
      {pages.map(({ url, problem, findings }) => (
        <li key={url} className="flex flex-col gap-2">
          <p className="text-xs wrap-anywhere">
            <Address text={url} />
          </p>
          {problem && <p className="wrap-anywhere">{problem}</p>}
          {findings.length > 0 && (
            <DataTable
              caption={`Found at ${url}`}
              columns={COLUMNS}
              rows={findings}
              keyOf={({ field }) => field}
              nameOf={wordOf}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

type RulesDraft = Record<RuleField, { selector: string; attribute: string }>;

const RULE_WORDS: Record<RuleField, { word: string; selector: string; attribute: string }> = {
  title: { word: 'Title', selector: 'main h1', attribute: '' },
  film: { word: 'Film', selector: '#player video', attribute: 'data-src' },
  poster: { word: 'Poster', selector: '#player video', attribute: 'poster' },
  duration: { word: 'Duration', selector: '.length', attribute: '' },
  tags: { word: 'Tags', selector: '.tags a', attribute: '' },
};

export function draftOf(rules: PageRules | null): RulesDraft {
  const entries = RULE_FIELDS.map((field) => {
    const { selector = '', attribute = '' } = rules?.[field] ?? {};
    return [field, { selector, attribute }];
  });
  return Object.fromEntries(entries);
}

/** Sends an attribute without a selector, so that the server reports it. */
export function rulesOf(draft: RulesDraft): PageRules {
  const entries = RULE_FIELDS.flatMap((field) => {
    const selector = draft[field].selector.trim();
    const attribute = draft[field].attribute.trim();
    if (!selector && !attribute) return [];
    return [[field, attribute ? { selector, attribute } : { selector }]];
  });
  return Object.fromEntries(entries);
}
