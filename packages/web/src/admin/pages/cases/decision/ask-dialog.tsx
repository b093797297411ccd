import { type CaseDetails, caseFormOf } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../../data/calls.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { CheckField, Form, FormButtons, TextArea } from '../../../ui/form.tsx';

interface DialogProps {
  details: CaseDetails;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks the sender for elements of the law, by their names. */
export function AskDialog({ details, isOpen, onClose }: DialogProps) {
  return (
    <Dialog title="Ask for what is missing" isOpen={isOpen} onClose={onClose}>
      <Question details={details} onClose={onClose} />
    </Dialog>
  );
}

function Question({ details: { id, kind, asked, clocks }, onClose }: Omit<DialogProps, 'isOpen'>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(asked));
  const [message, setMessage] = useState('');
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.casework.ask({ id, elements: [...chosen], message: message.trim() || null }),
    failure: 'The sender could not be asked.',
    success: ({ message: sentence }) => ({ title: 'Asked', description: sentence }),
    onDone: onClose,
  });
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  const runsOn = clocks.some(({ isHard, endedAt }) => isHard && endedAt === null);
  return (
    <Form onSubmit={() => void run()}>
      <p className="text-sm text-pretty text-muted">
        The sender gets a mail with a link to the notice’s private page, where it can be added.{' '}
        {runsOn
          ? 'The clock goes on meanwhile.'
          : 'The clock stops until the answer arrives, and then starts again.'}
      </p>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">What the law asks for</legend>
        {Object.entries(caseFormOf(kind)?.elements ?? {}).map(([name, { words, law }]) => (
          <CheckField
            key={name}
            label={words.charAt(0).toUpperCase() + words.slice(1)}
            hint={law}
            checked={chosen.has(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      <TextArea
        label="Message"
        rows={3}
        maxLength={2000}
        hint="Optional. It is put into the mail as you write it."
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <FormButtons action="Ask" isBusy={isRunning} disabled={chosen.size === 0} onClose={onClose} />
    </Form>
  );
}
