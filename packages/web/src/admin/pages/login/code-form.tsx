import type { FormEvent, InputHTMLAttributes } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';

interface CodeFormProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'autoComplete'> {
  label: string;
  hint: string;
  action: string;
  isBusy: boolean;
  onCode: (code: string) => unknown;
}

/** A field for a code, and its button. */
export function CodeForm({ label, hint, action, isBusy, onCode, ...input }: CodeFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (!isBusy) void onCode(code);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        {...{ label, hint, ...input }}
        name="code"
        required
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  );
}
