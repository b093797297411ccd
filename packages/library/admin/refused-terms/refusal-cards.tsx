import {
  MOST_HELP,
  type Refusals,
  type RefusalTried,
  type RefusedLanguage,
  type RefusedWay,
  type TermKind,
} from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, fieldsOf, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { useState } from 'react';

export function LanguagesCard({ refusals }: { refusals: Refusals }) {
  return (
    <Card
      title="Languages"
      about="The built-in terms are few and plain. Add the ones people use where your visitors live."
    >
      <ul className="grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2">
        {refusals.languages.map((language) => (
          <Language key={language.language} language={language} refusals={refusals} />
        ))}
      </ul>
    </Card>
  );
}

function Language({ language: of, refusals }: { language: RefusedLanguage; refusals: Refusals }) {
  const { language, seeded, isSeedOn, own, never } = of;
  const name = languageName(language);
  const off = refusals.languages.filter((one) => !one.isSeedOn).map((one) => one.language);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1.5">
      <span>
        <span className="font-medium">{name}</span>{' '}
        <span className="text-xs text-muted">
          {formatCount(seeded)} built in{seeded > 0 && !isSeedOn && ' (off)'}, {formatCount(own)} added
          {never > 0 && `, ${formatCount(never)} never blocked`}
        </span>
      </span>
      {seeded > 0 && (
        <ActButton
          word={isSeedOn ? 'Switch off' : 'Switch on'}
          row={`the built-in terms for ${name}`}
          look="plain"
          run={(client) =>
            client.refusals.change({
              version: refusals.version,
              offLanguages: isSeedOn ? [...off, language] : off.filter((one) => one !== language),
            })
          }
          failure="The setting could not be saved."
        />
      )}
    </li>
  );
}

export function TryCard() {
  const [text, setText] = useState('');
  const [tried, setTried] = useState<RefusalTried>();
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.refusals.try({ text }),
    failure: 'The text could not be checked.',
    onDone: setTried,
  });
  return (
    <Card title="Try a text" about="Says whether it is blocked, by which term and why. Not stored.">
      <Form
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
        onSubmit={() => text.trim() !== '' && void run()}
      >
        <TextField
          label="Text"
          maxLength={5000}
          spellCheck={false}
          autoComplete="off"
          dir="auto"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setTried(undefined);
          }}
        />
        <Button type="submit" isBusy={isRunning}>
          Try
        </Button>
      </Form>
      <div aria-live="polite" className="mt-3 min-h-6 text-sm wrap-anywhere">
        {tried && <Outcome tried={tried} />}
      </div>
    </Card>
  );
}

function Outcome({ tried: { isRefused, term, language, way, part } }: { tried: RefusalTried }) {
  if (!isRefused) return <StatusBadge tone="good">Not blocked</StatusBadge>;
  return (
    <>
      <StatusBadge tone="bad">Blocked</StatusBadge> “{part}” is {way && WAY_WORDS[way]}:{' '}
      {term === null ? 'a built-in term' : `“${term}”`}
      {language && ` (${languageName(language)})`}.
    </>
  );
}

export function HelpCard({ refusals: { help, helpAddress, version } }: { refusals: Refusals }) {
  const [draft, setDraft] = useState({ help, helpAddress });
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => client.refusals.change({ ...draft, version }),
    failure: 'The text could not be saved.',
    success: () => ({ title: 'Saved' }),
  });
  const field = fieldsOf(draft, setDraft, problems);
  return (
    <Card
      title="Help for visitors"
      about="After a blocked search, visitors read that this site shows nothing of the kind and where to turn if someone is in danger. Add local help."
    >
      <Form onSubmit={() => void run()}>
        <TextArea label="Your text" rows={2} maxLength={MOST_HELP} {...field('help')} />
        <TextField
          label="Help page"
          type="url"
          placeholder="https://help.example"
          spellCheck={false}
          {...field('helpAddress')}
        />
        <div>
          <Button type="submit" isBusy={isRunning}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
  );
}

export const KIND_WORDS: Record<TermKind, string> = {
  refused: 'Blocked',
  exact: 'Blocked exactly',
  never: 'Never blocked',
};

const WAY_WORDS: Record<RefusedWay, string> = {
  itself: 'the term itself',
  form: 'another form of the term',
  error: 'the term with one typo',
  joined: 'the term split into several words',
  within: 'the term within another word',
  disguised: 'the term in disguise',
};

export function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}
