import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { fieldsOf, TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { type ChosenList, sendList } from './send-list.ts';

const EMPTY = { name: '', version: '', dated: '' };

export function ImportForm({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [file, setFile] = useState<File>();
  const [isMissing, setMissing] = useState(false);
  const [share, setShare] = useState(0);
  const { run, isRunning, problems } = useAdminMutation({
    run: (client, list: ChosenList) => sendList(client, list, setShare),
    failure: 'The list could not be imported. Choose the same file again to go on.',
    success: ({ lines, faulty }) => ({
      title: `Read ${formatCount(lines)} lines`,
      ...(faulty > 0 ? { description: `${formatCount(faulty)} of them could not be used.` } : {}),
    }),
    onDone: onClose,
  });
  const field = fieldsOf(draft, setDraft, problems);
  const submit = () => {
    setMissing(file === undefined);
    if (file) void run({ ...draft, file });
  };
  return (
    <Form noValidate onSubmit={submit}>
      <TextField label="Name of the list" required {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Version" required {...field('version')} />
        <TextField label="Date of the version" type="date" required {...field('dated')} />
      </div>
      <TextField
        label="CSV file"
        type="file"
        accept=".csv,text/csv,text/plain"
        required
        hint="The first line names the columns: address, sha256 or both, and reason if there is one. At most a million lines."
        error={isMissing ? 'Please choose a file.' : problems.header}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      {isRunning && <ProgressBar percent={share * 100} label="Sending the list" />}
      <FormButtons action="Import" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
