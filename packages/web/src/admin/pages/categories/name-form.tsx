import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface NameFormProps {
  label: string;
  action: string;
  initial?: string;
  about?: ReactNode;
  isBusy: boolean;
  onSubmit: (name: string) => unknown;
  onClose: () => void;
}

/** One name and a button. */
export function NameForm({ label, action, initial = '', about, isBusy, onSubmit, onClose }: NameFormProps) {
  const [name, setName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSubmit(name.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {about && <p className="text-sm text-muted">{about}</p>}
      <TextField
        label={label}
        required
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          disabled={name.trim() === '' || name.trim() === initial}
        >
          {action}
        </Button>
      </DialogButtons>
    </form>
  );
}
