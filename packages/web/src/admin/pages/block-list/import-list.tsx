import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { FormAct } from '../../ui/dialog/acts.tsx';
import { TextField } from '../../ui/form.tsx';
import { ProgressBar } from '../../ui/values.tsx';
import { sendList } from './send-list.ts';

const EMPTY = { name: '', version: '', dated: '', file: undefined as File | undefined };

export function ImportList() {
  const [share, setShare] = useState(0);
  return (
    <FormAct
      word="Import a list"
      icon={FileUp}
      title="Import a list"
      action="Import"
      draft={EMPTY}
      noValidate
      check={({ file }) => (file ? undefined : { header: 'Please choose a file.' })}
      run={(client, { file = new File([], ''), ...list }) => sendList(client, { ...list, file }, setShare)}
      failure="The list could not be imported. Choose the same file again to go on."
      success={({ lines, faulty }) => ({
        title: `Read ${formatCount(lines)} lines`,
        ...(faulty > 0 && { description: `${formatCount(faulty)} of them could not be used.` }),
      })}
    >
      {(field, { draft, setDraft, problems, isRunning }) => (
        <>
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
            error={problems.header}
            onChange={({ target }) => setDraft({ ...draft, file: target.files?.[0] })}
          />
          {isRunning && <ProgressBar percent={share * 100} label="Sending the list" />}
        </>
      )}
    </FormAct>
  );
}
