import type { Setting, WorkingSetting } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldsOf, TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';

interface SettingDialogProps {
  /** Undefined is closed. */
  setting: Setting | undefined;
  onClose: () => void;
}

/** Changes a setting while the site runs, or puts it back to its default. */
export function SettingDialog({ setting, onClose }: SettingDialogProps) {
  return (
    <Dialog title={`Change ${setting?.name ?? ''}`} isOpen={setting !== undefined} onClose={onClose}>
      {setting && <SettingForm setting={setting} onClose={onClose} />}
    </Dialog>
  );
}

function SettingForm({
  setting: { name, about, origin, change },
  onClose,
}: {
  setting: Setting;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState({ value: change?.written ?? '' });
  const field = fieldsOf(draft, setDraft);
  const { run, isRunning } = useAdminMutation({
    run: (client, value: string | null) =>
      client.settings.change({ name: name as WorkingSetting, value, version: change?.version }),
    failure: 'The setting could not be changed.',
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <Form noValidate onSubmit={() => void run(draft.value)}>
      <TextField label="Value" required spellCheck={false} hint={`${about}.`} {...field('value')} />
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
