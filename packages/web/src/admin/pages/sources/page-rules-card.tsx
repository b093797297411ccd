import { RULE_FIELDS, type RuleField, type RulesTrial, type VideoSource } from '@vesper/contract';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useUnsaved } from '../../data/unsaved.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { draftOf, RULE_WORDS, type RulesDraft, rulesOf } from './page-rules-draft.ts';
import { RulesTrialTables } from './rules-trial.tsx';

/** How to read pages that say nothing about their videos: tried on five of them, and kept with the source. */
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
    failure: 'The rules could not be tried.',
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
      title="Rules for its pages"
      about="For a site whose pages do not describe their videos in a form that programs know. Each rule is a CSS selector; without an attribute, the text is read. What no rule finds is read as usual."
      actions={
        <Button
          size="small"
          icon={FlaskConical}
          disabled={!hasRules}
          isBusy={trying.isRunning}
          onClick={() => void trying.run()}
        >
          Try on five pages
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={!isChanged} onClick={() => setDraft(draftOf(source.pageRules))}>
            Discard changes
          </Button>
          <Button type="submit" look="primary" isBusy={saving.isRunning} disabled={!isChanged}>
            Save
          </Button>
        </div>
      </Form>
      <div aria-live="polite">{trial && <RulesTrialTables trial={trial} />}</div>
    </Card>
  );
}
