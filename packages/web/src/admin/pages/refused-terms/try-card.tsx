import type { RefusalTried } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, TextField } from '../../ui/form.tsx';
import { StatusBadge } from '../../ui/values.tsx';
import { languageName, WAY_WORDS } from './term-words.ts';

/** A box to try a text in. */
export function TryCard() {
  const [text, setText] = useState('');
  const [tried, setTried] = useState<RefusalTried>();
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.refusals.try({ text }),
    failure: 'The text could not be tried.',
    onDone: setTried,
  });
  return (
    <Card title="Try a text" about="Says whether it is refused, by which term and why. It is not kept.">
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
  if (!isRefused) return <StatusBadge tone="good">Not refused</StatusBadge>;
  return (
    <>
      <StatusBadge tone="bad">Refused</StatusBadge> “{part}” is {way && WAY_WORDS[way]}:{' '}
      {term === null ? 'a term that came with the program' : `“${term}”`}
      {language && ` (${languageName(language)})`}.
    </>
  );
}
