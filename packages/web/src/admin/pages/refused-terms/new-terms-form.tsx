import { MOST_TERM, MOST_TERMS_AT_ONCE, TERM_KINDS, type TermKind } from '@vesper/contract';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../../data/calls.ts';
import { Form, FormButtons, fieldsOf, Options, SelectField, TextArea, TextField } from '../../ui/form.tsx';
import { KIND_WORDS } from './refusal-cards.tsx';

const EMPTY = { language: 'en', kind: 'refused', terms: '' };

/** One or many terms, a line each: a list that was kept elsewhere can be pasted, or chosen as a file. */
export function NewTermsForm({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const terms = draft.terms
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const tooLong = terms.filter((term) => term.length > MOST_TERM).length;
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) =>
      client.refusals.add({ language: draft.language.trim(), kind: draft.kind as TermKind, terms }),
    failure: 'The terms could not be added.',
    onDone: ({ added, known, unusable }) => {
      const notes = [
        known > 0 && `${formatCount(known)} were on the list already.`,
        unusable > 0 && `${formatCount(unusable)} have no letter.`,
      ].filter(Boolean);
      showToast({ title: `${formatCount(added.length)} added`, description: notes.join(' ') });
      onClose();
    },
  });
  const field = fieldsOf(draft, setDraft, problems);
  async function takeFile(file: File | undefined) {
    if (file) setDraft({ ...draft, terms: await file.text() });
  }
  return (
    <Form noValidate onSubmit={() => terms.length > 0 && tooLong === 0 && void run()}>
      <SelectField label="What for" {...field('kind')}>
        <Options of={TERM_KINDS.map((kind) => [kind, KIND_WORDS[kind]])} />
      </SelectField>
      <TextField
        label="Language"
        required
        maxLength={3}
        spellCheck={false}
        hint="Its code, such as de. It only sorts the list: every text is looked at for all terms."
        {...field('language')}
      />
      <TextArea
        label="Terms"
        required
        rows={6}
        spellCheck={false}
        dir="auto"
        hint={`One on a line, words or phrases; ${formatCount(MOST_TERMS_AT_ONCE)} at once.`}
        {...field('terms')}
        {...(tooLong > 0
          ? { error: `${formatCount(tooLong)} lines are longer than ${MOST_TERM} characters.` }
          : {})}
      />
      <TextField
        label="Or a file of plain text"
        type="file"
        accept=".txt,text/plain"
        onChange={({ target }) => void takeFile(target.files?.[0])}
      />
      <FormButtons action="Add" isBusy={isRunning} disabled={terms.length === 0} onClose={onClose} />
    </Form>
  );
}
