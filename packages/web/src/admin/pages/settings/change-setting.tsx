import type { Setting, WorkingSetting } from '@vesper/contract';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';

/** Changes a setting while the site runs, or puts it back to its default. */
export function ChangeSetting({ setting }: { setting: Setting }) {
  return (
    <DialogButton word="Change" row={setting.name} icon={Pencil} title={`Change ${setting.name}`}>
      {(close) => <SettingForm setting={setting} onClose={close} />}
    </DialogButton>
  );
}

function SettingForm({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  // As it was when the form was opened.
  const [{ name, about, origin, change }] = useState(setting);
  const [text, setText] = useState(change?.written ?? '');
  const { run, isRunning } = useAdminMutation({
    run: (client, value: string | null) =>
      client.settings.change({ name: name as WorkingSetting, value, version: change?.version }),
    failure: 'The setting could not be changed.',
    success: ({ message }) => message,
    onDone: onClose,
  });
  return (
    <Form noValidate onSubmit={() => void run(text)}>
      <TextField
        label="Value"
        required
        spellCheck={false}
        hint={`${about}.`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {origin === 'stored' && (
        <div>
          <Button size="small" isBusy={isRunning} onClick={() => void run(null)}>
            Back to the default
          </Button>
        </div>
      )}
      <FormButtons action="Save" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
