import { MOST_TERM, MOST_TERMS_AT_ONCE, TERM_KINDS, type TermKind } from '@vesper/contract';
import { Plus } from 'lucide-react';
import { formatCount } from '../../../ui/format.ts';
import { FormAct } from '../../ui/dialog/acts.tsx';
import { SelectField, TextArea, TextField } from '../../ui/form.tsx';
import { KIND_WORDS } from './refusal-cards.tsx';

const EMPTY = { language: 'en', kind: 'refused', terms: '' };

/** One or many terms, a line each: a list that was kept elsewhere can be pasted, or chosen as a file. */
export function AddTerms() {
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
          known > 0 && `${formatCount(known)} were on the list already.`,
          unusable > 0 && `${formatCount(unusable)} have no letter.`,
        ].filter(Boolean);
        return { title: `${formatCount(added.length)} added`, description: notes.join(' ') };
      }}
    >
      {(field, { draft, setDraft }) => (
        <>
          <SelectField
            label="What for"
            of={TERM_KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
            {...field('kind')}
          />
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
          />
          <TextField
            label="Or a file of plain text"
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
