import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

interface NameFormProps {
  label: string;
  action: string;
  initial?: string;
  about?: ReactNode;
  /** A note about the name as typed. */
  hintFor?: (name: string) => string | undefined;
  isBusy: boolean;
  onSubmit: (name: string) => unknown;
  onClose: () => void;
}

/** A name field with a button. */
export function NameForm(props: NameFormProps) {
  const { label, action, initial = '', about, hintFor, isBusy, onSubmit, onClose } = props;
  const [name, setName] = useState(initial);
  const hint = hintFor?.(name.trim());
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
        {...(hint === undefined ? {} : { hint })}
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
