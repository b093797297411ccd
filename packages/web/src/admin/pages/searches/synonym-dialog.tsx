import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';

interface SynonymDialogProps {
  /** What people looked for; undefined is closed. */
  text: string | undefined;
  onClose: () => void;
}

/** Lets a search for one text also find another. */
export function SynonymDialog({ text, onClose }: SynonymDialogProps) {
  return (
    <Dialog title={`Make a synonym of ${text ?? ''}`} isOpen={text !== undefined} onClose={onClose}>
      {text !== undefined && <SynonymForm text={text} onClose={onClose} />}
    </Dialog>
  );
}

function SynonymForm({ text, onClose }: { text: string; onClose: () => void }) {
  const [other, setOther] = useState('');
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => client.synonyms.create({ words: [text, other.trim()] }),
    failure: 'The synonyms could not be saved.',
    success: ({ words }) => ({ title: `Saved ${words.join(', ')}` }),
    onDone: onClose,
  });
  return (
    <Form noValidate onSubmit={() => void run()}>
      <TextField
        label="Means the same as"
        required
        maxLength={60}
        hint="A word, or up to four that belong together. A search for either finds both, on every domain."
        value={other}
        error={problems.words ?? problems['words.0'] ?? problems['words.1']}
        onChange={({ target }) => setOther(target.value)}
      />
      <FormButtons action="Save" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
