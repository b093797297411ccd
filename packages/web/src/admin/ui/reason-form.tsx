import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { DialogButtons } from './dialog.tsx';
import { TextArea } from './field.tsx';

const NEEDED = 'A reason is needed.';

interface ReasonFormProps {
  /** What will happen. */
  explanation: ReactNode;
  /** The label of the button. */
  action: string;
  /** The server's problem with the reason. */
  problem?: string | undefined;
  isBusy?: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks, in a dialog, for a reason that stays on record. */
export function ReasonForm({ explanation, action, problem, isBusy = false, ...on }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') on.onConfirm(reason.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-muted">{explanation}</p>
      <TextArea
        label="Reason"
        required
        rows={3}
        maxLength={1000}
        value={reason}
        error={isMissing ? NEEDED : problem}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogButtons>
        <Button onClick={on.onClose}>Cancel</Button>
        <Button type="submit" look="danger" isBusy={isBusy}>
          {action}
        </Button>
      </DialogButtons>
    </form>
  );
}
