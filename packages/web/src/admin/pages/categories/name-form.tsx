import { type ReactNode, useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';

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
  const submit = () => {
    if (name.trim() !== '') onSubmit(name.trim());
  };
  return (
    <Form noValidate onSubmit={submit}>
      {about && <p className="text-sm text-muted">{about}</p>}
      <TextField
        label={label}
        required
        maxLength={60}
        value={name}
        {...(hint === undefined ? {} : { hint })}
        onChange={({ target }) => setName(target.value)}
      />
      <FormButtons
        action={action}
        isBusy={isBusy}
        disabled={name.trim() === '' || name.trim() === initial}
        onClose={onClose}
      />
    </Form>
  );
}
