import { MOST_HELP, type Refusals } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form, fieldsOf, TextArea, TextField } from '../../ui/form.tsx';

/** What visitors are told beside the site's own words. */
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
      about="A refused search says that the site shows nothing of the kind, and where to turn in danger. Add who helps where your visitors are."
    >
      <Form onSubmit={() => void run()}>
        <TextArea label="Your text" rows={2} maxLength={MOST_HELP} {...field('help')} />
        <TextField
          label="A page of help"
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
